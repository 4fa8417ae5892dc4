// Opening balances from a table: the trial balance, open documents, money and stock, told apart by the column `tipo`.

#include "command/importar_saldos.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/verbos/saldos_iniciales.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::command {
namespace {

// Which columns each type of row fills, beside tipo, fecha and sucursal.
std::vector<std::string_view> columnas_de(TipoSaldo tipo) {
    switch (tipo) {
        case TipoSaldo::cuenta: return {"cuenta", "cargo", "abono"};
        case TipoSaldo::cliente:
        case TipoSaldo::proveedor:
            return {"contacto", "referencia", "vencimiento", "moneda", "tipoCambio", "importe", "iva", "tasaIva"};
        case TipoSaldo::banco: return {"cuenta", "tipoCambio", "importe"};
        case TipoSaldo::existencia: break;
    }
    return {"producto", "almacen", "cantidad", "costoUnitario", "lote", "caducidad", "series"};
}

// What the engine calls by another name than the table.
std::string columna_de(std::string_view campo, TipoSaldo tipo) {
    if (campo == "precioUnitario" || campo == "partidas") return tipo == TipoSaldo::existencia ? "costoUnitario" : "importe";
    if (campo == "cuentaId" || campo == "cuentaBancariaId") return "cuenta";
    if (campo == "productoId") return "producto";
    if (campo == "almacenId") return "almacen";
    if (campo == "sucursalId") return "sucursal";
    return std::string{campo};
}

class DeSaldos : public Importador {
public:
    std::vector<std::string_view> columnas() const override { return reflect::member_names<SaldoDeTabla>(); }
    std::string_view clave() const override { return {}; }
    bool admite_parcial() const override { return false; }

    void empezar(Context& ctx) override {
        cuentas_.clear();
        existencias_.clear();
        leer(ctx, "SELECT codigo, cuentaId FROM cuenta WHERE organizacionId = $1", "cuenta");
        leer(ctx, "SELECT codigo, cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1", "banco");
        leer(ctx, "SELECT codigo, almacenId FROM almacen WHERE organizacionId = $1", "almacen");
        leer(ctx, "SELECT codigo, sucursalId FROM sucursal WHERE organizacionId = $1", "sucursal");
    }

    void renglones(Context& ctx, const Tabla& t, std::span<const tabla::Renglon> filas, Informe& informe) override {
        for (const auto& fila : filas) {
            TipoSaldo tipo{};
            try {
                Faltas faltas;
                const auto saldo = decodificar<SaldoDeTabla>(t, fila, {}, faltas);
                tipo = saldo.tipo;
                if (faltas.vacia()) revisar_columnas(t, fila, tipo, faltas);
                faltas.lanzar();
                poner(ctx, saldo, fila, informe);
            } catch (const Error& e) {
                anotar_de(t, fila, tipo, e.faltas(), informe);
            }
        }
    }

    // What stands in one document with others waits until all rows are read.
    void terminar(Context& ctx, const Tabla& t, Informe& informe) override {
        juntos(cuentas_, TipoSaldo::cuenta, t, informe, [&](Fecha fecha, std::int64_t sucursalId, const auto& lista) {
            // One opening entry: a second day or branch is no longer the opening.
            const auto puesto = engine::poner_cuentas_iniciales(ctx, fecha, sucursalId, lista);
            return std::vector(lista.size(), puesto);
        });
        juntos(existencias_, TipoSaldo::existencia, t, informe, [&](Fecha fecha, std::int64_t sucursalId, const auto& lista) {
            return engine::poner_existencias_iniciales(ctx, fecha, sucursalId, lista);
        });
        informe.notas.push_back(
            fmt::format("opening account: {} (0 when everything is in)", engine::apertura_pendiente(ctx.db()).texto()));
    }

private:
    template <class T>
    struct Reunido {
        Fecha fecha;
        std::int64_t sucursalId = 0;
        std::vector<T> lista;
        std::vector<const tabla::Renglon*> filas;
    };

    void leer(Context& ctx, std::string_view sql, std::string_view que) {
        auto& codigos = codigos_[que];
        codigos.clear();
        ctx.db().each(
            sql, [&](const db::Row& r) { codigos.emplace(r.text(0), r.integer(1)); }, ctx.organizacionId());
    }
    // The identifier behind a code; 0 and a fault when there is none.
    std::int64_t conocido(std::string_view que, const auto& codigo, std::string_view columna, Faltas& faltas) const {
        if (!codigo) {
            faltas.agregar(Codigo::requerido, "/" + std::string{columna});
            return 0;
        }
        const auto& codigos = codigos_.at(que);
        const auto it = codigos.find(*codigo);
        if (it != codigos.end()) return it->second;
        faltas.agregar(Codigo::no_encontrado, "/" + std::string{columna});
        return 0;
    }
    static std::int64_t buscado(Context& ctx, std::string_view sql, const auto& codigo, std::string_view columna,
                                Faltas& faltas) {
        std::optional<std::int64_t> id;
        if (codigo) id = ctx.db().one<std::int64_t>(sql, ctx.organizacionId(), *codigo);
        faltas.agregar_si(!id, codigo ? Codigo::no_encontrado : Codigo::requerido, "/" + std::string{columna});
        return id.value_or(0);
    }

    // A cell that its row's type has no use for would be lost in silence.
    static void revisar_columnas(const Tabla& t, const tabla::Renglon& fila, TipoSaldo tipo, Faltas& faltas) {
        auto suyas = columnas_de(tipo);
        suyas.insert(suyas.end(), {"tipo", "fecha", "sucursal"});
        for (std::size_t i = 0; i < fila.celdas.size(); ++i)
            if (!recortado(fila.celdas[i]).empty() && std::ranges::find(suyas, t.columnas[i]) == suyas.end())
                faltas.agregar(Codigo::valor_no_permitido, "/" + t.columnas[i]);
    }

    void poner(Context& ctx, const SaldoDeTabla& s, const tabla::Renglon& fila, Informe& informe) {
        Faltas faltas;
        const auto sucursalId = s.sucursal ? conocido("sucursal", s.sucursal, "sucursal", faltas) : ctx.sesion().sucursalId;
        const auto contar = [&](const std::optional<engine::Emitido>& emitido) {
            informe.contar(fila.linea, emitido ? Efecto::creado : Efecto::igual);
        };
        switch (s.tipo) {
            case TipoSaldo::cuenta: {
                const auto cuentaId = conocido("cuenta", s.cuenta, "cuenta", faltas);
                faltas.lanzar();
                reunir(cuentas_, s.fecha, sucursalId, fila,
                       engine::CuentaInicial{{}, cuentaId, s.cargo.value_or(Importe{}), s.abono.value_or(Importe{})});
                break;
            }
            case TipoSaldo::cliente:
            case TipoSaldo::proveedor: {
                const auto entidadId = buscado(ctx, "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND codigo = $2",
                                               s.contacto, "contacto", faltas);
                faltas.agregar_si(!s.referencia, Codigo::requerido, "/referencia");
                faltas.agregar_si(!s.importe, Codigo::requerido, "/importe");
                faltas.agregar_si(s.tasaIva && !s.iva, Codigo::requerido, "/iva");
                faltas.lanzar();
                engine::SaldoContactoInicial inicial;
                inicial.proveedor = s.tipo == TipoSaldo::proveedor;
                inicial.entidadId = entidadId;
                inicial.sucursalId = sucursalId;
                inicial.referencia = *s.referencia;
                inicial.fecha = s.fecha;
                inicial.vencimiento = s.vencimiento;
                if (s.moneda) inicial.moneda = mayusculas(*s.moneda);
                inicial.tipoCambio = s.tipoCambio;
                inicial.importe = *s.importe;
                if (s.iva) inicial.iva = *s.iva;
                if (s.tasaIva) inicial.tasaIva = *s.tasaIva;
                contar(engine::poner_saldo_inicial(ctx, inicial));
                break;
            }
            case TipoSaldo::banco: {
                const auto cuentaBancariaId = conocido("banco", s.cuenta, "cuenta", faltas);
                faltas.agregar_si(!s.importe, Codigo::requerido, "/importe");
                faltas.lanzar();
                contar(engine::poner_saldo_inicial(
                    ctx, engine::SaldoBancoInicial{cuentaBancariaId, sucursalId, s.fecha, s.tipoCambio, *s.importe}));
                break;
            }
            case TipoSaldo::existencia: reunir_existencia(ctx, s, fila, sucursalId, faltas); break;
        }
    }

    void reunir_existencia(Context& ctx, const SaldoDeTabla& s, const tabla::Renglon& fila, std::int64_t sucursalId,
                           Faltas& faltas) {
        engine::ExistenciaInicial e;
        e.productoId = buscado(ctx, "SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2", s.producto,
                               "producto", faltas);
        e.almacenId = conocido("almacen", s.almacen, "almacen", faltas);
        faltas.agregar_si(!s.cantidad, Codigo::requerido, "/cantidad");
        faltas.agregar_si(!s.costoUnitario, Codigo::requerido, "/costoUnitario");
        faltas.agregar_si(s.caducidad && !s.lote, Codigo::requerido, "/lote");
        faltas.lanzar();
        e.cantidad = *s.cantidad;
        e.costoUnitario = *s.costoUnitario;
        if (s.lote) e.lote = engine::LotePedido{*s.lote, s.caducidad, {}, {}};
        if (s.series) e.series.assign(s.series->begin(), s.series->end());
        reunir(existencias_, s.fecha, sucursalId, fila, std::move(e));
    }

    template <class T>
    static void reunir(std::vector<Reunido<T>>& grupos, Fecha fecha, std::int64_t sucursalId, const tabla::Renglon& fila, T uno) {
        auto it = std::ranges::find_if(grupos, [&](const auto& g) { return g.fecha == fecha && g.sucursalId == sucursalId; });
        if (it == grupos.end()) it = grupos.insert(grupos.end(), Reunido<T>{fecha, sucursalId, {}, {}});
        uno.campo = "/" + std::to_string(it->lista.size());
        it->lista.push_back(std::move(uno));
        it->filas.push_back(&fila);
    }

    // Registers what was gathered; a fault finds its row by the number that its field begins with.
    template <class T, class Poner>
    void juntos(const std::vector<Reunido<T>>& grupos, TipoSaldo tipo, const Tabla& t, Informe& informe, Poner poner) {
        for (const auto& g : grupos) {
            try {
                const auto puestos = poner(g.fecha, g.sucursalId, g.lista);
                for (std::size_t i = 0; i < puestos.size(); ++i)
                    informe.contar(g.filas[i]->linea, puestos[i] == engine::Puesto::creado ? Efecto::creado : Efecto::igual);
            } catch (const Error& e) {
                std::map<std::size_t, std::vector<Falta>> por_fila;
                for (const auto& f : e.faltas()) {
                    std::size_t numero = g.filas.size();
                    const auto fin = f.campo.find('/', 1);
                    if (f.campo.size() > 1 && f.campo[1] >= '0' && f.campo[1] <= '9') numero = std::stoul(f.campo.substr(1));
                    auto suya = f;
                    if (numero < g.filas.size()) suya.campo = fin == std::string::npos ? "" : f.campo.substr(fin);
                    por_fila[numero].push_back(std::move(suya));
                }
                for (const auto& [numero, faltas] : por_fila) {
                    if (numero < g.filas.size()) anotar_de(t, *g.filas[numero], tipo, faltas, informe);
                    else
                        for (const auto& f : faltas)
                            informe.faltas.push_back({0, 0, f.campo.empty() ? "" : f.campo.substr(1), f.codigo, f.datos});
                }
                if (e.mas() > 0) informe.notas.push_back(fmt::format("… and {} more faults.", e.mas()));
            }
        }
    }

    void anotar_de(const Tabla& t, const tabla::Renglon& fila, TipoSaldo tipo, std::vector<Falta> faltas,
                   Informe& informe) const {
        for (auto& f : faltas)
            if (!f.campo.empty()) {
                const auto fin = std::min(f.campo.find('/', 1), f.campo.size());
                f.campo = "/" + columna_de(std::string_view{f.campo}.substr(1, fin - 1), tipo) + f.campo.substr(fin);
            }
        anotar(t, fila, faltas, informe);
    }

    std::vector<Reunido<engine::CuentaInicial>> cuentas_;
    std::vector<Reunido<engine::ExistenciaInicial>> existencias_;
};

}  // namespace

std::unique_ptr<Importador> importador_saldos() { return std::make_unique<DeSaldos>(); }

}  // namespace cacao::command
