#include "engine/entorno/siembra.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/catalogo_bancos.hpp"
#include "engine/entorno/catalogo_cuentas.hpp"
#include "engine/tipos/cuentas.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

using catalogo::lugar_de;

struct PapelSembrado {
    std::string_view papel;
    std::string_view codigo;
};
constexpr PapelSembrado papeles[] = {
#define CACAO_PAPEL(nombre, codigo) {#nombre, codigo},
#include "engine/tipos/papeles.inc"
#undef CACAO_PAPEL
};

// What a slip in one of the two tables would break: a child without parent, a part without account, an account with two parts.
constexpr bool catalogo_ordenado() {
    for (std::size_t i = 0; i < std::size(catalogo::cuentas); ++i) {
        const auto& c = catalogo::cuentas[i];
        if (i > 0 && !(catalogo::cuentas[i - 1].codigo < c.codigo)) return false;
        const auto padre = catalogo::padre_de(c.codigo);
        if (!padre.empty() && lugar_de(padre) >= i) return false;
    }
    return true;
}
constexpr bool papeles_en_hojas() {
    for (const auto& p : papeles) {
        const auto lugar = lugar_de(p.codigo);
        if (lugar == std::size(catalogo::cuentas) || catalogo::es_acumulativa(lugar)) return false;
    }
    return true;
}
constexpr bool papeles_sin_compartir() {
    for (const auto& a : papeles)
        for (const auto& b : papeles)
            if (&a != &b && a.codigo == b.codigo) return false;
    return true;
}
static_assert(catalogo_ordenado());
static_assert(papeles_en_hojas());
static_assert(papeles_sin_compartir());

// Keys of the tax authority, in force: c_FormaPago, and that of the electronic accounting (Anexo 24, where 98 is "NA" and 99
// "others"). By some of them debts end without anything being handed over, so no egress is made with those.
struct FormaPagoSembrada {
    std::string_view clave;
    std::string_view nombre;
    std::string_view contabilidad;
    bool enEgreso;
};
constexpr FormaPagoSembrada formas_pago[] = {
    {"01", "Efectivo", "01", true},
    {"02", "Cheque nominativo", "02", true},
    {"03", "Transferencia electrónica de fondos", "03", true},
    {"04", "Tarjeta de crédito", "04", true},
    {"05", "Monedero electrónico", "05", true},
    {"06", "Dinero electrónico", "06", true},
    {"08", "Vales de despensa", "08", true},
    {"12", "Dación en pago", "12", true},
    {"13", "Pago por subrogación", "13", false},
    {"14", "Pago por consignación", "14", false},
    {"15", "Condonación", "15", false},
    {"17", "Compensación", "17", false},
    {"23", "Novación", "99", false},
    {"24", "Confusión", "99", false},
    {"25", "Remisión de deuda", "99", false},
    {"26", "Prescripción o caducidad", "99", false},
    {"27", "A satisfacción del acreedor", "99", false},
    {"28", "Tarjeta de débito", "99", true},
    {"29", "Tarjeta de servicios", "99", true},
    {"30", "Aplicación de anticipos", "98", false},
    {"31", "Intermediario pagos", "99", false},
    {"99", "Por definir", "98", false},
};

// Keys of the tax authority (c_ClaveUnidad). A unit with a base is `1/denominador` of it; what is counted is not divided.
struct UnidadSembrada {
    std::string_view codigo;
    std::string_view nombre;
    std::string_view clave;
    std::string_view base;  // "" for a base unit
    std::int64_t denominador;
    int decimales;
};
constexpr UnidadSembrada unidades[] = {
    {"PZA", "Pieza", "H87", "", 1, 0},        {"KG", "Kilogramo", "KGM", "", 1, 6},     {"G", "Gramo", "GRM", "KG", 1000, 3},
    {"L", "Litro", "LTR", "", 1, 6},          {"ML", "Mililitro", "MLT", "L", 1000, 3}, {"M", "Metro", "MTR", "", 1, 6},
    {"CM", "Centímetro", "CMT", "M", 100, 4}, {"SERV", "Servicio", "E48", "", 1, 6},    {"HORA", "Hora", "HUR", "", 1, 6},
    {"CAJA", "Caja", "XBX", "", 1, 0},        {"PAQ", "Paquete", "XPK", "", 1, 0},
};

// Rates of withholding: two thirds of the general VAT rate and 10 % of income tax from natural persons for fees and rent (LIVA
// 1-A and RLIVA 3, LISR 106 and 116), 4 % of VAT from land freight (RLIVA 3).
constexpr Tasa dos_tercios = Tasa::de_micros(106'667);
constexpr Tasa decima = Tasa::de_micros(100'000);
constexpr Tasa cuatro_por_ciento = Tasa::de_micros(40'000);

struct ConceptoSembrado {
    std::string_view codigo;
    std::string_view nombre;
    std::string_view cuenta;
    std::string_view claveProdServ;
    Tasa ivaRetenido;
    Tasa isrRetenido;
    std::string_view isrPor;
    bool enVenta;
    bool enCompra;
    bool enGasto;
    bool enEgreso;
    bool enDeposito = false;
    std::string_view iva = "tasa";
};
constexpr ConceptoSembrado conceptos[] = {
    {"VENTA-SERV", "Venta de servicios", "401.01", "80101500", {}, {}, "servicios", true, false, false, false},
    {"ANTICIPO", "Anticipo del bien o servicio", "401.01", "84111506", {}, {}, "servicios", true, false, false, false},
    {"BONIFICACION", "Bonificación sobre venta", "402.01", "84111506", {}, {}, "servicios", true, false, false, false},
    {"GASTOS", "Gastos generales", "601.84-01", "01010101", {}, {}, "servicios", false, true, true, true},
    {"HONORARIOS", "Honorarios", "601.34", "80101500", dos_tercios, decima, "servicios", false, true, true, true},
    {"ARRENDAMIENTO", "Arrendamiento", "601.45", "80131500", dos_tercios, decima, "arrendamiento", false, true, true, true},
    {"FLETES", "Fletes y acarreos", "601.72", "78101800", cuatro_por_ciento, {}, "servicios", false, true, true, true},
    {"COMISIONES", "Comisiones bancarias", "701.10", "84121500", {}, {}, "servicios", false, false, true, true},
    {"SOBRE-COMPRAS", "Gastos sobre compras", "115.07-01", "78101800", {}, {}, "servicios", false, true, true, false},
    // Interest of banks is exempt (LIVA 15-X), what is lent or contributed is no object of VAT.
    {"INTERESES", "Intereses ganados", "702.04", "84121500", {}, {}, "servicios", false, false, false, false, true, "exento"},
    {"PRESTAMOS", "Préstamos recibidos", "205.02", "84121500", {}, {}, "servicios", false, false, false, false, true, "noObjeto"},
    {"SOCIOS", "Aportaciones de socios", "301.02", "01010101", {}, {}, "servicios", false, false, false, false, true, "noObjeto"},
    {"OTROS-INGRESOS", "Otros ingresos", "704.23", "01010101", {}, {}, "servicios", false, false, false, false, true},
};

// Rows whose tables say the same of many organizations are written one by one: PostgreSQL gets them in one go with the commit.
class Siembra {
public:
    explicit Siembra(db::Writer& tx) : tx_(tx), org_(tx.organizacion()) {}

    void cuentas() {
        for (std::size_t i = 0; i < std::size(catalogo::cuentas); ++i) {
            const auto& c = catalogo::cuentas[i];
            const auto padre = catalogo::padre_de(c.codigo);
            ids_[i] = tx_.next_id();
            tx_.run(R"(
                INSERT INTO cuenta (organizacionId, cuentaId, codigo, nombre, padreId, nivel, naturaleza, tipo, codigoAgrupador,
                                    esAcumulativa, activo, version)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 1))",
                    org_, ids_[i], c.codigo, c.nombre, padre.empty() ? std::int64_t{0} : cuenta(padre),
                    catalogo::nivel_de(c.codigo), reflect::enum_name(c.naturaleza), c.tipo, catalogo::agrupador_de(c.codigo),
                    catalogo::es_acumulativa(i));
        }
        for (const auto& p : papeles) {
            tx_.run("INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId) VALUES ($1, $2, '', 0, $3)",
                    org_, p.papel, cuenta(p.codigo));
            tx_.run("INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde) VALUES ($1, $2, $3, 0)", org_,
                    p.papel, cuenta(p.codigo));
        }
    }

    void ajustes() {
        tx_.run(R"(
            INSERT INTO configuracion (organizacionId, moneda, existenciaNegativa, pagoDeTerceros, limiteCreditoEstricto)
            VALUES ($1, 'MXN', 0, 0, 0))",
                org_);
        renovar_papeles(tx_);
        for (const std::string_view moneda : {"MXN", "USD"})
            tx_.run("INSERT INTO organizacionMoneda (organizacionId, moneda, activo) VALUES ($1, $2, 1)", org_, moneda);
    }

    void sucursal(Sembrado& s, const std::string& codigoPostal) {
        s.sucursalId = tx_.next_id();
        s.almacenId = tx_.next_id();
        s.cuentaBancariaId = tx_.next_id();
        tx_.run(R"(
            INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId,
                                  cuentaBancariaId, activo, version)
            SELECT organizacionId, $2, $3, 'Matriz', $4, zona, 0, $5, $6, 1, 1 FROM organizacion WHERE organizacionId = $1)",
                org_, s.sucursalId, sucursal_matriz, codigoPostal, s.almacenId, s.cuentaBancariaId);
        almacen(s.almacenId, s.sucursalId, "GENERAL", "Almacén general", "normal");
        almacen(s.almacenTransitoId = tx_.next_id(), s.sucursalId, "TRANSITO", "Mercancía en tránsito", "transito");
        almacen(s.almacenMermaId = tx_.next_id(), s.sucursalId, "MERMA", "Mermas", "merma");
        propia(s.cuentaBancariaId, "CAJA", "Caja", "caja", "101.01", s.sucursalId);
        propia(s.bancoId = tx_.next_id(), "BANCO", "Banco principal", "banco", "102.01-01", 0);
    }

    std::int64_t unidades_de_medida() {
        std::array<std::int64_t, std::size(unidades)> ids{};
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto& u = unidades[i];
            ids[i] = tx_.next_id();
            const auto base = u.base.empty()
                                  ? i
                                  : static_cast<std::size_t>(std::ranges::find(unidades, u.base, &UnidadSembrada::codigo) -
                                                             std::begin(unidades));
            tx_.run(R"(
                INSERT INTO unidadMedida (organizacionId, unidadMedidaId, codigo, nombre, claveUnidad, baseId, numerador,
                                          denominador, decimales, activo, version)
                VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, 1, 1))",
                    org_, ids[i], u.codigo, u.nombre, u.clave, ids[base], u.denominador, u.decimales);
        }
        return ids.front();
    }

    void formas_de_pago() {
        for (const auto& f : formas_pago)
            tx_.run(R"(
                INSERT INTO formaPago (organizacionId, formaPagoId, nombre, maneja_cheques, claveSAT, claveContabilidadElectronica,
                                       claveSAT33, enEgreso, activo, version)
                VALUES ($1, $2, $3, $4, $5, $6, $5, $7, 1, 1))",
                    org_, tx_.next_id(), f.nombre, f.clave == "02", f.clave, f.contabilidad, f.enEgreso);
    }

    void bancos_del_pais() {
        for (const auto& b : catalogo::bancos)
            tx_.run(
                "INSERT INTO banco (organizacionId, bancoId, clave, nombre, razonSocial, activo, version) VALUES ($1, $2, $3, "
                "$4, "
                "$5, 1, 1)",
                org_, tx_.next_id(), b.clave, b.nombre, b.razonSocial);
    }

    void conceptos_de_inicio() {
        for (const auto& c : conceptos)
            tx_.run(R"(
                INSERT INTO concepto (organizacionId, conceptoId, codigo, nombre, cuentaId, claveProdServ, iva, ivaFrontera, iepsTasa,
                                      iepsCuota, ivaRetenido, isrRetenido, enVenta, enCompra, enGasto, enEgreso, busqueda,
                                      activo, version, isrPor, enDeposito)
                VALUES ($1, $2, $3, $4, $5, $6, $16, $17, 0, 0, $7, $8, $9, $10, $11, $12, $13, 1, 1, $14, $15))",
                    org_, tx_.next_id(), c.codigo, c.nombre, cuenta(c.cuenta), c.claveProdServ, c.ivaRetenido, c.isrRetenido,
                    c.enVenta, c.enCompra, c.enGasto, c.enEgreso, plegado(std::string{c.codigo} + ' ' + std::string{c.nombre}),
                    c.isrPor, c.enDeposito, c.iva, c.iva == "tasa");
    }

private:
    std::int64_t cuenta(std::string_view codigo) const { return ids_.at(lugar_de(codigo)); }

    void almacen(std::int64_t almacenId, std::int64_t sucursalId, std::string_view codigo, std::string_view nombre,
                 std::string_view tipo) {
        tx_.run(R"(
            INSERT INTO almacen (organizacionId, almacenId, codigo, nombre, sucursalId, tipo, activo, version)
            VALUES ($1, $2, $3, $4, $5, $6, 1, 1))",
                org_, almacenId, codigo, nombre, sucursalId, tipo);
    }

    // Cash or a bank account of the organization's own.
    void propia(std::int64_t cuentaBancariaId, std::string_view codigo, std::string_view nombre, std::string_view tipo,
                std::string_view cuenta_contable, std::int64_t sucursalId) {
        tx_.run(R"(
            INSERT INTO cuentaBancaria (organizacionId, cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId, activo, version)
            VALUES ($1, $2, $3, $4, $5, 'MXN', $6, $7, 1, 1))",
                org_, cuentaBancariaId, codigo, nombre, tipo, cuenta(cuenta_contable), sucursalId);
    }

    db::Writer& tx_;
    std::int64_t org_;
    std::array<std::int64_t, std::size(catalogo::cuentas)> ids_{};
};

}  // namespace

Sembrado sembrar(db::Writer& tx, const std::string& codigoPostal) {
    Sembrado s;
    Siembra siembra{tx};
    siembra.cuentas();
    siembra.ajustes();
    siembra.sucursal(s, codigoPostal);
    s.unidadMedidaId = siembra.unidades_de_medida();
    siembra.formas_de_pago();
    siembra.bancos_del_pais();
    siembra.conceptos_de_inicio();
    return s;
}

std::int64_t sucursal_predeterminada(db::Reader& tx) {
    return tx
        .one<std::int64_t>(R"(
        SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND activo = 1
        ORDER BY CASE WHEN codigo = $2 THEN 0 ELSE 1 END, codigo LIMIT 1)",
                           tx.organizacion(), sucursal_matriz)
        .value_or(0);
}

}  // namespace cacao::engine
