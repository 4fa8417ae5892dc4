#include "rooms/timbrado/carta_porte_de.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/cartas_porte.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao::timbrado {
namespace {

constexpr std::string_view rfc_de_nadie = "XAXX010101000";
constexpr std::string_view operador_del_vehiculo = "01";

void falta_en_carta(Faltas& faltas, std::string_view campo) {
    faltas.agregar(Codigo::dato_fiscal_faltante, "/cartaPorte/" + std::string{campo});
}

// A weight is that of the product, in kilograms, unless it was said.
struct LineaPorte {
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    Cantidad cantidadBase;
    Cantidad peso;
};
DESCRIBE_STRUCT(LineaPorte, (), (numeroPartida, productoId, cantidadBase, peso))

fiscal::MercanciaPorte de_mercancia(const engine::MercanciaPorte& dicha) {
    fiscal::MercanciaPorte m;
    m.bienesTransp = dicha.claveProdServ;
    m.descripcion = dicha.descripcion;
    m.cantidad = dicha.cantidad;
    m.claveUnidad = dicha.claveUnidad;
    m.pesoKg = dicha.pesoKg;
    if (dicha.materialPeligroso) m.materialPeligroso = *dicha.materialPeligroso ? "Sí" : "No";
    m.claveMaterialPeligroso = dicha.claveMaterialPeligroso;
    m.embalaje = dicha.embalaje;
    return m;
}

void poner_de_lineas(db::Reader& tx, std::int64_t transaccionId, const engine::CartaPorte& carta, const fiscal::Comprobante& c,
                     fiscal::CartaPorte& r, Faltas& faltas) {
    std::map<std::int64_t, const engine::MercanciaPorte*> dichas;
    for (const auto& m : carta.mercancias) dichas[m.numeroPartida] = &m;
    const auto lineas = tx.all<LineaPorte>(R"(
        SELECT p.numeroPartida, p.productoId, p.cantidadBase, COALESCE(q.peso, 0) AS peso
        FROM partida p
        LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                           tx.organizacion(), transaccionId);
    for (std::size_t i = 0; i < lineas.size() && i < c.lineas.size(); ++i) {
        const LineaPorte& l = lineas[i];
        const auto& concepto = c.lineas[i].concepto;
        const auto dicha = dichas.find(l.numeroPartida);
        auto m = de_mercancia(dicha == dichas.end() ? engine::MercanciaPorte{} : *dicha->second);
        m.bienesTransp = concepto.claveProdServ;
        m.descripcion = concepto.descripcion;
        m.cantidad = c.lineas[i].cantidad;
        m.claveUnidad = concepto.claveUnidad;
        if (m.pesoKg.es_cero())
            m.pesoKg = Cantidad::de_micros(dividir_redondeando(static_cast<__int128>(l.cantidadBase.micros()) * l.peso.micros(),
                                                               Cantidad::de_enteros(1).micros()));
        if (m.pesoKg.es_cero())
            faltas.agregar(Codigo::dato_fiscal_faltante, fmt::format("/partidas/{}/pesoKg", l.numeroPartida - 1), En::donde_sea,
                           reflect::objeto("productoId", l.productoId));
        r.mercancias.push_back(std::move(m));
        if (dicha != dichas.end()) dichas.erase(dicha);
    }
    for (const auto& [numero, m] : dichas)
        faltas.agregar(Codigo::no_encontrado,
                       fmt::format("/cartaPorte/mercancias/{}/numeroPartida", m - carta.mercancias.data()));
}

fiscal::UbicacionPorte lugar(bool destino, const std::string& rfc, const std::string& nombre, const std::string& codigoPostal,
                             const std::optional<Instante>& cuando, std::string_view zona) {
    fiscal::UbicacionPorte u;
    u.destino = destino;
    u.rfc = rfc.empty() ? std::string{rfc_de_nadie} : mayusculas(rfc);
    if (u.rfc != rfc_de_nadie) u.nombre = mayusculas(nombre);
    if (cuando) u.fechaHora = hora_local(*cuando, zona);
    u.domicilio.codigoPostal = codigoPostal;
    u.domicilio.estado = engine::estado_del_codigo_postal(codigoPostal);
    return u;
}

}  // namespace

void poner_carta_porte(db::Reader& tx, std::int64_t transaccionId, const PartesDelPorte& partes, fiscal::Comprobante& c,
                       Faltas& faltas) {
    const auto guardada = engine::leer_carta_porte(tx, transaccionId);
    if (!guardada || !guardada->carta.tramoFederal) return;
    const engine::CartaPorte& carta = guardada->carta;
    for (const auto campo : engine::lo_que_falta(carta)) falta_en_carta(faltas, campo);
    if (!carta.salida) falta_en_carta(faltas, "salida");
    if (!carta.llegada) falta_en_carta(faltas, "llegada");
    // Those that pull something (C2R2, T3S2 and so on, c_ConfigAutotransporte).
    const bool con_remolque = carta.configuracionVehicular.find_first_of("RS") != std::string::npos;
    if (con_remolque && carta.remolques.empty()) falta_en_carta(faltas, "remolques");
    const bool peligrosas = std::ranges::any_of(
        carta.mercancias, [](const engine::MercanciaPorte& m) { return m.materialPeligroso.value_or(false); });
    if (peligrosas && carta.aseguradoraAmbiental.empty()) falta_en_carta(faltas, "aseguradoraAmbiental");
    if (peligrosas && carta.polizaAmbiental.empty()) falta_en_carta(faltas, "polizaAmbiental");

    auto& r = c.cfdi.cartaPorte.emplace();
    r.idCcp = guardada->idCcp;
    const bool traslado = c.cfdi.tipoDeComprobante == "T";
    // Freight takes what is of whoever it is charged to; goods of ours go to whom the document is for, or stay ours.
    const auto& de_rfc = traslado ? partes.emisorRfc : partes.contactoRfc;
    const auto& de_nombre = traslado ? partes.emisorNombre : partes.contactoNombre;
    const bool a_nosotros = partes.contactoNombre.empty();
    const auto& a_rfc = a_nosotros ? partes.emisorRfc : partes.contactoRfc;
    const auto& a_nombre = a_nosotros ? partes.emisorNombre : partes.contactoNombre;
    const bool otro_origen = !carta.origenRfc.empty();
    const bool otro_destino = !carta.destinoRfc.empty();
    r.ubicaciones = {lugar(false, otro_origen ? carta.origenRfc : de_rfc, otro_origen ? carta.origenNombre : de_nombre,
                           carta.origenCodigoPostal, carta.salida, partes.zona),
                     lugar(true, otro_destino ? carta.destinoRfc : a_rfc, otro_destino ? carta.destinoNombre : a_nombre,
                           carta.destinoCodigoPostal, carta.llegada, partes.zona)};
    r.ubicaciones.back().distancia = carta.distancia;
    if (traslado) poner_de_lineas(tx, transaccionId, carta, c, r, faltas);
    else
        for (const auto& m : carta.mercancias) r.mercancias.push_back(de_mercancia(m));
    if (r.mercancias.empty()) falta_en_carta(faltas, "mercancias");
    auto& a = r.autotransporte;
    a.permiso = carta.permisoSct;
    a.numeroPermiso = carta.numeroPermisoSct;
    a.configuracion = carta.configuracionVehicular;
    a.pesoBruto = carta.pesoBruto;
    a.placa = carta.placas;
    a.anio = std::to_string(carta.anioModelo);
    a.asegura = carta.aseguradora;
    a.poliza = carta.poliza;
    a.aseguraMedAmbiente = carta.aseguradoraAmbiental;
    a.polizaMedAmbiente = carta.polizaAmbiental;
    a.aseguraCarga = carta.aseguradoraCarga;
    a.polizaCarga = carta.polizaCarga;
    for (const auto& remolque : carta.remolques) a.remolques.push_back({remolque.subtipo, remolque.placa});
    r.figuras.push_back(
        {std::string{operador_del_vehiculo}, mayusculas(carta.rfcOperador), carta.licencia, mayusculas(carta.operador)});
}

}  // namespace cacao::timbrado
