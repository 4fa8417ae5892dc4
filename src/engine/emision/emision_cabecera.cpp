// Registration, first steps: gather everything the request names in one go, then judge the header.

#include "engine/emision/emision.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao::engine {

Emision::Emision(Context& ctx, const Documento& tipo, const Solicitud& pedida)
    : ctx_(ctx), tipo_(tipo), pedida_(pedida), faltas_(pedida.faltas), tipoCambio_(Precio::de_enteros(1)), cuentas_(ctx.db()) {
    const auto& sesion = ctx.sesion();
    sucursalId_ = pedida.sucursalId != 0 ? pedida.sucursalId : sesion.sucursalId;
    centroCostoId_ = pedida.centroCostoId != 0 ? pedida.centroCostoId : sesion.centroCostoId;
    proyectoId_ = pedida.proyectoId != 0 ? pedida.proyectoId : sesion.divisionId;
    fecha_ = pedida.fecha.value_or(ctx.hoy());
    periodo_ = pedida.periodo != 0 ? pedida.periodo : periodo_de(fecha_);
    lineas_.reserve(pedida.partidas.size());
    for (const auto& p : pedida.partidas) {
        Linea& l = lineas_.emplace_back();
        l.pedida = &p;
        l.numero = static_cast<std::int64_t>(lineas_.size());
    }
}

namespace {

// A hundred thousand million: what many documents add up to must still be counted exactly.
constexpr Importe mayor = Importe::de_micros(100'000'000'000 * millonesimas);

}  // namespace

void Emision::revisar_tamano() {
    if (!faltas_.vacia() || (total_ <= mayor && en_local(total_) <= mayor)) return;
    const std::string campo = lineas_.empty() ? "" : lineas_.front().pedida->campo;
    faltas_.agregar(Codigo::fuera_de_rango,
                    campo.empty()                    ? "/importe"
                    : campo.starts_with("/partidas") ? "/partidas"
                                                     : campo,
                    En::donde_sea, fmt::format(R"({{"limite":{}}})", mayor.texto()));
}

Emitido Emision::registrar() {
    recoger();
    revisar_cabecera();
    revisar_partidas();
    revisar_promociones();
    planear_existencia();
    revisar_tamano();
    lanzar();  // nothing has been touched so far: the caller learns of every fault at once

    mirar_credito();
    transaccionId_ = identificar();
    if (en_libros()) diario_ = std::make_unique<Diario>(ctx_, transaccionId_, "registro", fecha_, periodo_);
    derivar();
    Pasos::alcanzar("derivar");
    restituir();
    mover_existencia();
    Pasos::alcanzar("mover_existencia");
    asentar();
    Pasos::alcanzar("asentar");
    guardar_partidas();
    guardar_por_facturar();
    usar_promociones();
    Pasos::alcanzar("guardar_partidas");
    abrir_saldos();
    Pasos::alcanzar("abrir_saldos");
    tomar_folio();
    Pasos::alcanzar("tomar_folio");
    guardar_documento();
    if (!ya_vendida()) exigir_credito();  // by its header, which is there now
    Pasos::alcanzar("guardar_documento");
    if (trae_de_vuelta(tipo_)) recontar_promociones(ctx_, transaccionId_);
    guardar_adjuntos();

    Emitido e{transaccionId_, std::string{tipo_.tipo},
              serie_,         folio_,
              fecha_,         std::string{nombre(tipo_.inicial)},
              moneda_,        subtotal_,
              iva_,           ieps_,
              ivaRetenido_,   isrRetenido_,
              total_,         1};
    ctx_.auditar_alta(tipo_.tipo, transaccionId_, e);
    auditar_precios();
    return e;
}

// Identifiers are handed out before the commit, in blocks, one block to each process: their order says nothing. Of a kind that
// keeps order, whoever is about to take one waits until the one before has committed or gone back, and then passes over what
// is left of a block that lies below what is visible. So no document of the kind ever appears below one that was already seen.
std::int64_t Emision::identificar() {
    auto& tx = ctx_.db();
    if (!tipo_.en_orden) return tx.next_id();
    tx.lock(fmt::format("en_orden/{}", tipo_.tipo));
    // The name of the kind is written out, as its partial index is.
    const auto ultimo = tx.one<std::int64_t>(
        fmt::format("SELECT COALESCE(MAX(transaccionId), 0) FROM documento WHERE organizacionId = $1 AND tipo = '{}'",
                    tipo_.tipo),
        ctx_.organizacionId());
    std::int64_t id = tx.next_id();
    while (id <= ultimo.value_or(0)) id = tx.next_id();
    return id;
}

// By the names that the operation gives to the fields. What was found twice is told once.
void Emision::lanzar() {
    Faltas dichas;
    std::map<std::pair<Codigo, std::string_view>, std::set<std::string_view>> ya;
    for (const Falta& f : faltas_.lista()) {
        auto& datos = ya[{f.codigo, f.campo}];
        if (f.datos.empty() ? !datos.empty() : datos.contains(f.datos)) continue;
        datos.insert(f.datos);
        const auto otro = pedida_.campos.find(f.campo);
        dichas.agregar(f.codigo, otro == pedida_.campos.end() ? f.campo : otro->second, f.en, f.datos);
    }
    dichas.lanzar();
}

namespace {

// Every distinct identifier that the lines name, 0 left out.
template <class Get>
std::set<std::int64_t> distintos(const std::vector<Linea>& lineas, Get get) {
    std::set<std::int64_t> ids;
    for (const Linea& l : lineas)
        if (const std::int64_t id = get(*l.pedida); id != 0) ids.insert(id);
    return ids;
}

}  // namespace

// One trip to PostgreSQL for all of it; on SQLite each is a look-up by identifier.
void Emision::recoger() {
    auto& tx = ctx_.db();
    const auto org = ctx_.organizacionId();
    std::optional<Ajustes> ajustes;
    pedir_ajustes(tx, ajustes);
    if (sucursalId_ != 0)
        tx.all_later(sucursales_, R"(SELECT sucursalId, codigo, frontera, almacenId, activo FROM sucursal
                                     WHERE organizacionId = $1 AND sucursalId = $2)",
                     org, sucursalId_);
    if (!pedida_.serie.empty())
        tx.one_later(sucursal_de_serie_,
                     "SELECT sucursalId FROM serie WHERE organizacionId = $1 AND tipo = $2 AND serie = $3 AND activo = 1", org,
                     tipo_.tipo, pedida_.serie);
    if (pedida_.entidadId != 0)
        tx.all_later(contactos_,
                     R"(SELECT c.entidadId, c.rfc, c.esCliente, c.esProveedor, c.limiteCredito, c.diasCredito, c.activo,
                               t.toleranciaRecepcion
                        FROM contacto c
                        LEFT JOIN proveedorCompra t ON t.organizacionId = $1 AND t.entidadId = c.entidadId
                        WHERE c.organizacionId = $1 AND c.entidadId = $2)",
                     org, pedida_.entidadId);
    for (const auto id : {pedida_.cuentaBancariaId, pedida_.cuentaDestinoId})
        if (id != 0)
            tx.all_later(bancos_, R"(SELECT cuentaBancariaId, moneda, cuentaId, activo FROM cuentaBancaria
                                     WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
                         org, id);
    if (pedida_.formaPagoId != 0)
        tx.all_later(formas_,
                     R"(SELECT formaPagoId FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2 AND activo = 1)", org,
                     pedida_.formaPagoId);
    if (pedida_.vendedorId != 0)
        tx.one_later(vendedor_activo_, "SELECT activo FROM vendedor WHERE organizacionId = $1 AND vendedorId = $2", org,
                     pedida_.vendedorId);
    if (pedida_.canalId != 0)
        tx.one_later(canal_activo_, "SELECT activo FROM canal WHERE organizacionId = $1 AND canalId = $2", org, pedida_.canalId);
    for (const auto id : distintos(lineas_, [](const PartidaPedida& p) { return p.productoId; }))
        tx.all_later(productos_,
                     R"(SELECT p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido, p.isrRetenido, p.productoId,
                                           p.codigo, p.nombre, p.tipo, p.unidadMedidaId, u.codigo AS unidad, u.claveUnidad,
                                           u.decimales, p.clasificacionId, p.seguimiento, p.metodoCosto, p.claveProdServ, p.precio,
                                           p.toleranciaEntrega, p.activo
                                    FROM producto p
                                    JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = p.unidadMedidaId
                                    WHERE p.organizacionId = $1 AND p.productoId = $2)",
                     org, id);
    for (const auto id : distintos(lineas_, [](const PartidaPedida& p) { return p.conceptoId; }))
        tx.all_later(conceptos_, R"(SELECT iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, conceptoId, nombre,
                                           cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, activo
                                    FROM concepto WHERE organizacionId = $1 AND conceptoId = $2)",
                     org, id);
    for (const auto id : distintos(lineas_, [](const PartidaPedida& p) { return p.promocionId; }))
        tx.all_later(promociones_, std::string{promocion_sql} + " AND promocionId = $2", org, id);
    // Nobody makes a parent of an account while we post to it.
    if (tipo_.renglones == Renglones::diario) tx.lock_shared("cuentas");
    for (const auto id : distintos(lineas_, [](const PartidaPedida& p) { return p.cuentaId; }))
        tx.all_later(cuentas_filas_, R"(SELECT cuentaId, esAcumulativa, activo FROM cuenta
                                        WHERE organizacionId = $1 AND cuentaId = $2)",
                     org, id);
    auto proyectos = distintos(lineas_, [](const PartidaPedida& p) { return p.proyectoId; });
    if (proyectoId_ != 0) proyectos.insert(proyectoId_);
    for (const auto id : proyectos)
        tx.all_later(proyectos_, R"(SELECT proyectoId FROM proyecto
                                    WHERE organizacionId = $1 AND proyectoId = $2 AND estado = 'activo')",
                     org, id);
    if (centroCostoId_ != 0)
        tx.one_later(centro_activo_, "SELECT activo FROM centroCosto WHERE organizacionId = $1 AND centroCostoId = $2", org,
                     centroCostoId_);
    auto almacenes = distintos(lineas_, [](const PartidaPedida& p) { return p.almacenId; });
    for (const auto id : {pedida_.almacenId, pedida_.almacenDestinoId})
        if (id != 0) almacenes.insert(id);
    for (const auto id : almacenes)
        tx.all_later(almacenes_, R"(SELECT almacenId, tipo, activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2)",
                     org, id);
    if (!pedida_.referenciaExterna.empty())
        tx.all_later(repetidas_, R"(SELECT transaccionId FROM documento
                                    WHERE organizacionId = $1 AND tipo = $2 AND referenciaExterna = $3)",
                     org, tipo_.tipo, pedida_.referenciaExterna);
    if (!pedida_.uuid.empty())
        tx.all_later(timbradas_, R"(SELECT transaccionId FROM documento
                                    WHERE organizacionId = $1 AND uuid = $2 AND canceladoEn IS NULL)",
                     org, pedida_.uuid);
    // Whoever cancels a source waits for us, or we for whoever cancels it.
    for (const auto id : distintos(lineas_, [](const PartidaPedida& p) { return p.origenId; }))
        tx.lock_shared("documento/" + std::to_string(id));
    if (tipo_.existencia != Existencia::ninguna)
        tx.all_later(vencidas_, R"(SELECT transaccionId FROM reserva
                                   WHERE organizacionId = $1 AND vence IS NOT NULL AND vence < $2 LIMIT 1)",
                     org, ctx_.hoy());
    pedir_origenes();
    pedir_relacionados();
    pedir_addenda();
    if (en_libros()) pedir_periodo(ctx_, periodo_, "/fecha", faltas_);
    if (en_libros()) cuentas_.pedir();
    tx.settle();
    ajustes_ = std::move(ajustes.value());
}

// Who sold it, by which channel and for which project is what the documents say that it derives from, where all say the same.
void Emision::heredar() {
    const auto suyo = [&](std::int64_t pedido, std::int64_t OrigenFila::*cual) {
        if (pedido != 0 || origenes_.empty()) return pedido;
        const std::int64_t primero = origenes_.front().*cual;
        return std::ranges::all_of(origenes_, [&](const OrigenFila& o) { return o.*cual == primero; }) ? primero : 0;
    };
    vendedorId_ = suyo(pedida_.vendedorId, &OrigenFila::vendedorId);
    canalId_ = suyo(pedida_.canalId, &OrigenFila::canalId);
    if (const auto proyecto = suyo(pedida_.proyectoId, &OrigenFila::proyectoDocumento); proyecto != 0) proyectoId_ = proyecto;
}

void Emision::revisar_cabecera() {
    heredar();
    if (sucursalId_ == 0) {
        faltas_.agregar(Codigo::sucursal_requerida, "/sucursalId");
    } else if (sucursales_.empty()) {
        faltas_.agregar(Codigo::no_encontrado, "/sucursalId");
    } else {
        sucursal_ = &sucursales_.front();
        faltas_.agregar_si(!sucursal_->activo, Codigo::inactivo, "/sucursalId");
    }
    if (!pedida_.serie.empty() && !sucursal_de_serie_) faltas_.agregar(Codigo::no_encontrado, "/serie");
    else if (sucursal_de_serie_ && sucursal_ != nullptr && *sucursal_de_serie_ != sucursalId_)
        faltas_.agregar(Codigo::serie_de_otra_sucursal, "/serie");
    // What is written anew keeps the one that it has.
    if (pedida_.almacenId != 0 && transaccionId_ == 0) {
        const auto almacen = std::ranges::find(almacenes_, pedida_.almacenId, &AlmacenFila::almacenId);
        if (almacen == almacenes_.end()) faltas_.agregar(Codigo::no_encontrado, "/almacenId");
        else if (!almacen->activo) faltas_.agregar(Codigo::inactivo, "/almacenId");
    }
    revisar_fecha();
    revisar_contacto();
    revisar_bancos();
    revisar_moneda();
    // One that was closed since takes what follows from its documents.
    const bool heredado = pedida_.proyectoId == 0 && proyectoId_ != ctx_.sesion().divisionId;
    if (proyectoId_ != 0 && !heredado && std::find(proyectos_.begin(), proyectos_.end(), proyectoId_) == proyectos_.end())
        faltas_.agregar(Codigo::no_encontrado, "/proyectoId");
    revisar_centro();
    faltas_.agregar_si(pedida_.formaPagoId != 0 && formas_.empty(), Codigo::no_encontrado, "/formaPagoId");
    const auto exigir = [&](std::int64_t id, const std::optional<bool>& activo, std::string_view cual) {
        faltas_.agregar_si(id != 0 && !activo, Codigo::no_encontrado, cual);
        faltas_.agregar_si(activo && !*activo, Codigo::inactivo, cual);
    };
    exigir(pedida_.vendedorId, vendedor_activo_, "/vendedorId");
    exigir(pedida_.canalId, canal_activo_, "/canalId");
    faltas_.agregar_si(!repetidas_.empty(), Codigo::duplicado, "/referenciaExterna");
    faltas_.agregar_si(!timbradas_.empty(), Codigo::duplicado, "/uuid");
    revisar_adjuntos();
    revisar_addenda();
}

// One that was put away takes nothing new; what follows from a document that carries it, or writes it anew, keeps it.
void Emision::revisar_centro() {
    faltas_.agregar_si(centroCostoId_ != 0 && !centro_activo_, Codigo::no_encontrado, "/centroCostoId");
    if (centro_activo_.value_or(true)) return;
    auto anteriores = distintos(lineas_, [](const PartidaPedida& p) { return p.origenId; });
    anteriores.insert({pedida_.origenId, transaccionId_});
    const bool sigue = std::ranges::any_of(anteriores, [&](std::int64_t id) {
        return ctx_.db()
            .one<std::int64_t>(R"(SELECT 1 FROM documento
                                  WHERE organizacionId = $1 AND transaccionId = $2 AND centroCostoId = $3)",
                               ctx_.organizacionId(), id, centroCostoId_)
            .has_value();
    });
    faltas_.agregar_si(!sigue, Codigo::inactivo, "/centroCostoId");
}

void Emision::revisar_fecha() {
    vencimiento_ = fecha_;
    if (pedida_.vencimiento) {
        vencimiento_ = *pedida_.vencimiento;
        faltas_.agregar_si(vencimiento_ < fecha_, Codigo::fuera_de_rango, "/vencimiento");
    }
}

void Emision::revisar_contacto() {
    if (pedida_.entidadId == 0) {
        const bool exige = tipo_.contacto == Contacto::cliente || tipo_.contacto == Contacto::proveedor;
        faltas_.agregar_si(exige, Codigo::requerido, pedida_.campo_entidad);
        return;
    }
    // The beneficiary of an egress is stored as sent; everywhere else a contact is one of the organization's.
    if (contactos_.empty()) {
        faltas_.agregar_si(tipo_.renglones != Renglones::egreso, Codigo::no_encontrado, pedida_.campo_entidad);
        return;
    }
    contacto_ = &contactos_.front();
    // Money that may come without a name comes from a customer if it has one.
    const bool de_cliente = tipo_.contacto == Contacto::cliente || tipo_.saldo == Saldo::favor_cliente;
    const bool papel =
        (de_cliente && !contacto_->esCliente) || (tipo_.contacto == Contacto::proveedor && !contacto_->esProveedor);
    faltas_.agregar_si(papel, Codigo::valor_no_permitido, pedida_.campo_entidad);
    faltas_.agregar_si(!contacto_->activo, Codigo::inactivo, pedida_.campo_entidad);
    // A refund is due as it is paid.
    const bool a_plazo = (tipo_.saldo == Saldo::por_cobrar || tipo_.saldo == Saldo::por_pagar) && !tipo_.banco_sale;
    if (!pedida_.vencimiento && a_plazo) vencimiento_ = fecha_ + contacto_->diasCredito;
}

void Emision::revisar_bancos() {
    const bool usa = tipo_.banco || tipo_.banco_sale;
    const auto buscar = [&](std::int64_t id, std::string_view donde) -> const BancoFila* {
        const auto it =
            std::find_if(bancos_.begin(), bancos_.end(), [&](const BancoFila& b) { return b.cuentaBancariaId == id; });
        if (it == bancos_.end()) {
            faltas_.agregar(id == 0 ? Codigo::requerido : Codigo::no_encontrado, std::string{donde});
            return nullptr;
        }
        faltas_.agregar_si(!it->activo, Codigo::inactivo, donde);
        return &*it;
    };
    if (usa) banco_ = buscar(pedida_.cuentaBancariaId, "/cuentaBancariaId");
    const bool otra = std::any_of(tipo_.asientos.begin(), tipo_.asientos.end(),
                                  [](const Asiento& a) { return a.cuenta == Cuenta::banco_destino; });
    if (!otra) return;
    banco_destino_ = buscar(pedida_.cuentaDestinoId, "/cuentaDestinoId");
    faltas_.agregar_si(banco_destino_ != nullptr && pedida_.cuentaDestinoId == pedida_.cuentaBancariaId,
                       Codigo::valor_no_permitido, "/cuentaDestinoId");
    faltas_.agregar_si(banco_ != nullptr && banco_destino_ != nullptr && banco_->moneda != banco_destino_->moneda,
                       Codigo::moneda_distinta, "/cuentaDestinoId");
}

void Emision::revisar_moneda() {
    moneda_ = !pedida_.moneda.empty() ? pedida_.moneda : banco_ != nullptr ? banco_->moneda : ajustes_.moneda;
    if (moneda_ == ajustes_.moneda) {
        decimales_ = ajustes_.decimales;
        faltas_.agregar_si(pedida_.tipoCambio && *pedida_.tipoCambio != Precio::de_enteros(1), Codigo::valor_no_permitido,
                           "/tipoCambio");
    } else if (const auto m = moneda_de(ctx_.db(), moneda_); !m) {
        faltas_.agregar(Codigo::valor_no_permitido, "/moneda");
    } else {
        decimales_ = m->decimales;
        const auto dado = pedida_.tipoCambio ? pedida_.tipoCambio : tipo_cambio(ctx_.db(), moneda_, fecha_, ajustes_.moneda);
        if (!dado) {
            faltas_.agregar(Codigo::moneda_sin_tipo_cambio, "/tipoCambio");
        } else {
            faltas_.agregar_si(*dado <= Precio{}, Codigo::fuera_de_rango, "/tipoCambio");
            tipoCambio_ = *dado;
        }
    }
    faltas_.agregar_si(banco_ != nullptr && banco_->moneda != moneda_, Codigo::moneda_distinta, "/moneda");
}

}  // namespace cacao::engine
