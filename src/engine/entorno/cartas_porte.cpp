#include "engine/entorno/cartas_porte.hpp"

#include "base/uuid.hpp"
#include "db/rows.hpp"

#include <array>
#include <utility>

namespace cacao::engine {
namespace {

template <class T>
std::string dicho(const std::optional<T>& texto) {
    if constexpr (requires { texto->texto(); }) return texto ? std::string{texto->texto()} : std::string{};
    else return texto ? std::string{*texto} : std::string{};
}

MercanciaPorte mercancia_de(const MercanciaPorteNueva& n, const std::string& campo, Faltas& faltas) {
    MercanciaPorte m;
    m.numeroPartida = n.numeroPartida ? n.numeroPartida->valor : 0;
    m.claveProdServ = dicho(n.claveProdServ);
    m.descripcion = dicho(n.descripcion);
    m.cantidad = n.cantidad.value_or(Cantidad{});
    m.claveUnidad = dicho(n.claveUnidad);
    m.pesoKg = n.pesoKg.value_or(Cantidad{});
    m.materialPeligroso = n.materialPeligroso;
    m.claveMaterialPeligroso = dicho(n.claveMaterialPeligroso);
    m.embalaje = dicho(n.embalaje);
    faltas.agregar_si(n.cantidad && *n.cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
    faltas.agregar_si(n.pesoKg && *n.pesoKg <= Cantidad{}, Codigo::fuera_de_rango, campo + "/pesoKg");
    // Where a line says it, nothing else does; of freight there is no line.
    const bool de_una = m.numeroPartida != 0;
    const auto ver = [&](bool hay, const char* miembro) {
        if (de_una == hay) faltas.agregar(de_una ? Codigo::valor_no_permitido : Codigo::requerido, campo + miembro);
    };
    ver(n.claveProdServ.has_value(), "/claveProdServ");
    ver(n.descripcion.has_value(), "/descripcion");
    ver(n.cantidad.has_value(), "/cantidad");
    ver(n.claveUnidad.has_value(), "/claveUnidad");
    faltas.agregar_si(!de_una && !n.pesoKg, Codigo::requerido, campo + "/pesoKg");
    const bool peligrosa = m.materialPeligroso.value_or(false);
    faltas.agregar_si(peligrosa && m.claveMaterialPeligroso.empty(), Codigo::requerido, campo + "/claveMaterialPeligroso");
    faltas.agregar_si(peligrosa && m.embalaje.empty(), Codigo::requerido, campo + "/embalaje");
    faltas.agregar_si(!peligrosa && !m.claveMaterialPeligroso.empty(), Codigo::valor_no_permitido,
                      campo + "/claveMaterialPeligroso");
    return m;
}

constexpr std::string_view carta_porte_sql =
    "SELECT idCcp, version, datos FROM cartaPorte WHERE organizacionId = $1 AND transaccionId = $2";

struct FilaCartaPorte {
    std::string idCcp;
    std::int64_t version = 0;
    Guardado<CartaPorte> datos;
};
DESCRIBE_STRUCT(FilaCartaPorte, (), (idCcp, version, datos))

}  // namespace

CartaPorte carta_porte_de(const CartaPorteNueva& n, Faltas& faltas) {
    CartaPorte c;
    c.tramoFederal = n.tramoFederal.value_or(false);
    c.placas = dicho(n.placas);
    c.anioModelo = n.anioModelo ? n.anioModelo->valor : 0;
    c.configuracionVehicular = dicho(n.configuracionVehicular);
    c.permisoSct = dicho(n.permisoSct);
    c.numeroPermisoSct = dicho(n.numeroPermisoSct);
    c.aseguradora = dicho(n.aseguradora);
    c.poliza = dicho(n.poliza);
    if (n.pesoBruto) c.pesoBruto = *n.pesoBruto;
    c.operador = dicho(n.operador);
    c.rfcOperador = dicho(n.rfcOperador);
    c.licencia = dicho(n.licencia);
    c.origenCodigoPostal = dicho(n.origenCodigoPostal);
    c.destinoCodigoPostal = dicho(n.destinoCodigoPostal);
    if (n.distancia) c.distancia = *n.distancia;
    c.salida = n.salida;
    c.llegada = n.llegada;
    c.origenRfc = dicho(n.origenRfc);
    c.origenNombre = dicho(n.origenNombre);
    c.destinoRfc = dicho(n.destinoRfc);
    c.destinoNombre = dicho(n.destinoNombre);
    c.aseguradoraAmbiental = dicho(n.aseguradoraAmbiental);
    c.polizaAmbiental = dicho(n.polizaAmbiental);
    c.aseguradoraCarga = dicho(n.aseguradoraCarga);
    c.polizaCarga = dicho(n.polizaCarga);
    if (n.remolques)
        for (const auto& r : *n.remolques) c.remolques.push_back({std::string{r.subtipo}, std::string{r.placa}});
    if (n.mercancias)
        for (std::size_t i = 0; i < n.mercancias->size(); ++i)
            c.mercancias.push_back(mercancia_de((*n.mercancias)[i], "/cartaPorte/mercancias/" + std::to_string(i), faltas));
    constexpr int decimales = 2;  // of the complement, for tonnes and kilometres
    faltas.agregar_si(c.pesoBruto.redondeado(decimales) != c.pesoBruto, Codigo::demasiados_decimales, "/cartaPorte/pesoBruto");
    faltas.agregar_si(c.distancia.redondeado(decimales) != c.distancia, Codigo::demasiados_decimales, "/cartaPorte/distancia");
    faltas.agregar_si(c.salida && c.llegada && *c.llegada < *c.salida, Codigo::fuera_de_rango, "/cartaPorte/llegada");
    for (const auto& [campo, codigo] :
         {std::pair{"origenCodigoPostal", &c.origenCodigoPostal}, std::pair{"destinoCodigoPostal", &c.destinoCodigoPostal}})
        faltas.agregar_si(!codigo->empty() && estado_del_codigo_postal(*codigo).empty(), Codigo::valor_no_permitido,
                          std::string{"/cartaPorte/"} + campo);
    return c;
}

std::vector<std::string_view> lo_que_falta(const CartaPorte& c) {
    const std::array<std::pair<std::string_view, bool>, 14> debidos{{{"placas", c.placas.empty()},
                                                                     {"anioModelo", c.anioModelo == 0},
                                                                     {"configuracionVehicular", c.configuracionVehicular.empty()},
                                                                     {"permisoSct", c.permisoSct.empty()},
                                                                     {"numeroPermisoSct", c.numeroPermisoSct.empty()},
                                                                     {"aseguradora", c.aseguradora.empty()},
                                                                     {"poliza", c.poliza.empty()},
                                                                     {"pesoBruto", c.pesoBruto.es_cero()},
                                                                     {"operador", c.operador.empty()},
                                                                     {"rfcOperador", c.rfcOperador.empty()},
                                                                     {"licencia", c.licencia.empty()},
                                                                     {"origenCodigoPostal", c.origenCodigoPostal.empty()},
                                                                     {"destinoCodigoPostal", c.destinoCodigoPostal.empty()},
                                                                     {"distancia", c.distancia.es_cero()}}};
    std::vector<std::string_view> faltan;
    for (const auto& [campo, falta] : debidos)
        if (falta) faltan.push_back(campo);
    return faltan;
}

std::optional<CartaPorteGuardada> leer_carta_porte(db::Reader& tx, std::int64_t transaccionId) {
    const auto fila = tx.one<FilaCartaPorte>(carta_porte_sql, tx.organizacion(), transaccionId);
    if (!fila) return std::nullopt;
    return CartaPorteGuardada{fila->idCcp, fila->version, reflect::recuperar(fila->datos)};
}

CartaPorteGuardada guardar_carta_porte(Context& ctx, std::int64_t transaccionId, const CartaPorte& carta) {
    auto& tx = ctx.db();
    auto antes = leer_carta_porte(tx, transaccionId);
    if (!antes) {
        CartaPorteGuardada nueva{"CCC" + Uuid::v7(ctx.ahora()).texto().substr(3), 1, carta};
        tx.run("INSERT INTO cartaPorte (organizacionId, transaccionId, idCcp, datos, version) VALUES ($1, $2, $3, $4, 1)",
               tx.organizacion(), transaccionId, nueva.idCcp, reflect::to_json(carta));
        ctx.auditar_alta("CartaPorte", transaccionId, carta);
        return nueva;
    }
    tx.run("UPDATE cartaPorte SET datos = $3, version = version + 1 WHERE organizacionId = $1 AND transaccionId = $2",
           tx.organizacion(), transaccionId, reflect::to_json(carta));
    ctx.auditar("CartaPorte", transaccionId, antes->carta, carta);
    return {antes->idCcp, antes->version + 1, carta};
}

// SEPOMEX gives each state a run of the first two digits.
std::string_view estado_del_codigo_postal(std::string_view codigo) {
    struct Tramo {
        std::string_view hasta, estado;
    };
    static constexpr std::array<Tramo, 33> tramos{
        {{"16", "CMX"}, {"19", ""},    {"20", "AGU"}, {"22", "BCN"}, {"23", "BCS"}, {"24", "CAM"}, {"27", "COA"},
         {"28", "COL"}, {"30", "CHP"}, {"33", "CHH"}, {"35", "DUR"}, {"38", "GUA"}, {"41", "GRO"}, {"43", "HID"},
         {"49", "JAL"}, {"57", "MEX"}, {"61", "MIC"}, {"62", "MOR"}, {"63", "NAY"}, {"67", "NLE"}, {"71", "OAX"},
         {"75", "PUE"}, {"76", "QUE"}, {"77", "ROO"}, {"79", "SLP"}, {"82", "SIN"}, {"85", "SON"}, {"86", "TAB"},
         {"89", "TAM"}, {"90", "TLA"}, {"96", "VER"}, {"97", "YUC"}, {"99", "ZAC"}}};
    if (codigo.size() != 5 || codigo.substr(0, 2) == "00") return {};
    for (const Tramo& t : tramos)
        if (codigo.substr(0, 2) <= t.hasta) return t.estado;
    return {};
}

}  // namespace cacao::engine
