#include "fiscal/carta_porte.hpp"

#include "fiscal/escritura.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::fiscal {
namespace {

constexpr int decimales_de_peso = 3;
constexpr int decimales_de_distancia = 2;

std::string impresa(Cantidad c, int decimales) { return texto_impreso(c.redondeado(decimales).micros(), decimales); }

void poner_domicilio(Elemento& en, const DomicilioPorte& d) {
    auto& e = en.hijo("Domicilio");
    e.pon("Calle", d.calle);
    e.pon("NumeroExterior", d.numeroExterior);
    e.pon("Colonia", d.colonia);
    e.pon("Localidad", d.localidad);
    e.pon("Referencia", d.referencia);
    e.pon("Municipio", d.municipio);
    e.pon("Estado", d.estado);
    e.pon("Pais", "MEX");
    e.pon("CodigoPostal", d.codigoPostal);
}

void poner_ubicaciones(Elemento& en, const std::vector<UbicacionPorte>& ubicaciones) {
    auto& todas = en.hijo("Ubicaciones");
    int origenes = 0;
    int destinos = 0;
    for (const auto& u : ubicaciones) {
        auto& e = todas.hijo("Ubicacion");
        e.pon("TipoUbicacion", u.destino ? "Destino" : "Origen");
        e.pon("IDUbicacion", fmt::format("{}{:06}", u.destino ? "DE" : "OR", u.destino ? ++destinos : ++origenes));
        e.pon("RFCRemitenteDestinatario", u.rfc);
        e.pon("NombreRemitenteDestinatario", u.nombre);
        e.pon("FechaHoraSalidaLlegada", u.fechaHora);
        if (u.destino) e.pon("DistanciaRecorrida", impresa(u.distancia, decimales_de_distancia));
        poner_domicilio(e, u.domicilio);
    }
}

void poner_autotransporte(Elemento& en, const AutotransportePorte& a) {
    auto& e = en.hijo("Autotransporte");
    e.pon("PermSCT", a.permiso);
    e.pon("NumPermisoSCT", a.numeroPermiso);
    auto& vehiculo = e.hijo("IdentificacionVehicular");
    vehiculo.pon("ConfigVehicular", a.configuracion);
    vehiculo.pon("PesoBrutoVehicular", impresa(a.pesoBruto, decimales_de_distancia));
    vehiculo.pon("PlacaVM", a.placa);
    vehiculo.pon("AnioModeloVM", a.anio);
    auto& seguros = e.hijo("Seguros");
    seguros.pon("AseguraRespCivil", a.asegura);
    seguros.pon("PolizaRespCivil", a.poliza);
    seguros.pon("AseguraMedAmbiente", a.aseguraMedAmbiente);
    seguros.pon("PolizaMedAmbiente", a.polizaMedAmbiente);
    seguros.pon("AseguraCarga", a.aseguraCarga);
    seguros.pon("PolizaCarga", a.polizaCarga);
    if (a.remolques.empty()) return;
    auto& remolques = e.hijo("Remolques");
    for (const auto& r : a.remolques) {
        auto& remolque = remolques.hijo("Remolque");
        remolque.pon("SubTipoRem", r.subTipo);
        remolque.pon("Placa", r.placa);
    }
}

void poner_mercancias(Elemento& en, const CartaPorte& c) {
    auto& e = en.hijo("Mercancias");
    Cantidad peso;
    for (const auto& m : c.mercancias) {
        auto& mercancia = e.hijo("Mercancia");
        mercancia.pon("BienesTransp", m.bienesTransp);
        mercancia.pon("Descripcion", m.descripcion);
        mercancia.pon("Cantidad", m.cantidad.texto());
        mercancia.pon("ClaveUnidad", m.claveUnidad);
        mercancia.pon("Unidad", m.unidad);
        mercancia.pon("MaterialPeligroso", m.materialPeligroso);
        mercancia.pon("CveMaterialPeligroso", m.claveMaterialPeligroso);
        mercancia.pon("Embalaje", m.embalaje);
        mercancia.pon("PesoEnKg", impresa(peso_impreso(m.pesoKg), decimales_de_peso));
        peso += peso_impreso(m.pesoKg);
    }
    e.pon("PesoBrutoTotal", impresa(peso, decimales_de_peso));
    e.pon("UnidadPeso", "KGM");
    e.pon("NumTotalMercancias", std::to_string(c.mercancias.size()));
    poner_autotransporte(e, c.autotransporte);
}

}  // namespace

Cantidad peso_impreso(Cantidad kilos) { return std::max(Cantidad::de_micros(1000), kilos.redondeado(decimales_de_peso)); }

void poner_carta_porte(Elemento& complemento, const CartaPorte& c) {
    auto& e = complemento.hijo("CartaPorte", espacio_carta_porte);
    e.pon("Version", "3.1");
    e.pon("IdCCP", c.idCcp);
    e.pon("TranspInternac", "No");
    Cantidad distancia;
    for (const auto& u : c.ubicaciones)
        if (u.destino) distancia += u.distancia.redondeado(decimales_de_distancia);
    e.pon("TotalDistRec", impresa(distancia, decimales_de_distancia));
    poner_ubicaciones(e, c.ubicaciones);
    poner_mercancias(e, c);
    auto& figuras = e.hijo("FiguraTransporte");
    for (const auto& f : c.figuras) {
        auto& figura = figuras.hijo("TiposFigura");
        figura.pon("TipoFigura", f.tipo);
        figura.pon("RFCFigura", f.rfc);
        figura.pon("NumLicencia", f.licencia);
        figura.pon("NombreFigura", f.nombre);
    }
}

}  // namespace cacao::fiscal
