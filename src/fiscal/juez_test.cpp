#include "fiscal/juez.hpp"

#include "base/texto.hpp"
#include "fiscal/aritmetica.hpp"
#include "support/cfdi.hpp"
#include "support/comprobantes.hpp"
#include "support/salida.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace cacao::fiscal {
namespace {

using namespace test;

// The columns of a line of CSV.
std::vector<std::string> columnas_de(const std::string& renglon) {
    std::vector<std::string> lista(1);
    bool entre_comillas = false;
    for (const char c : renglon) {
        if (c == '"') entre_comillas = !entre_comillas;
        else if (c == ',' && !entre_comillas) lista.emplace_back();
        else if (c != '\r') lista.back() += c;
    }
    return lista;
}

std::set<std::string> claves_de_producto() {
    std::set<std::string> claves;
    const auto archivo = (test::cfdi_folder() / "catalogs" / "cfdi_40_productos_servicios.csv.xz").string();
    std::istringstream renglones{test::salida_de("xz -dc '" + archivo + "' | cut -d, -f1 | tr -d '\"'")};
    for (std::string renglon; std::getline(renglones, renglon);) claves.emplace(recortado(renglon));
    return claves;
}

// What the folder of samples has: the catalog of products, certificates of those who stamp, authorities of testing.
struct MediosDePrueba {
    std::set<std::string> productos = claves_de_producto();
    std::map<std::string, Certificado, std::less<>> certificados;
    Presencia buscar(std::string_view catalogo, std::string_view clave) const {
        if (catalogo != "c_ClaveProdServ" || productos.size() < 50'000) return Presencia::desconocida;
        return productos.contains(std::string{clave}) ? Presencia::vigente : Presencia::inexistente;
    }
    const Certificado* certificado(std::string_view numero) const {
        const auto este = certificados.find(numero);
        return este == certificados.end() ? nullptr : &este->second;
    }
};

std::string cuenta(const Veredicto& v) {
    std::string texto;
    for (std::size_t i = 0; i < pasos_del_juez; ++i) {
        const auto paso = static_cast<Paso>(i);
        texto += std::string{nombre(paso)} + '=' + std::string{nombre(v.de(paso))} + ' ';
    }
    for (const auto& h : v.hallazgos())
        texto += "\n  " + std::string{nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + ' ' + h.sat;
    return texto;
}

bool mal_por(const Veredicto& v, std::string_view sat) {
    return std::ranges::any_of(v.hallazgos(),
                               [&](const Hallazgo& h) { return h.sat == sat && resultado(h.falla) == Resultado::mal; });
}
bool solo_mal_en(const Veredicto& v, std::set<Paso> pasos) {
    return std::ranges::all_of(
        v.hallazgos(), [&](const Hallazgo& h) { return resultado(h.falla) != Resultado::mal || pasos.contains(paso(h.falla)); });
}

// What the verdicts that came with the samples say, in our words.
void comparar_veredicto(const std::vector<std::string>& c, const Veredicto& v) {
    const auto& [archivo, xsd, sello, tfd, veredicto] = std::tie(c.at(0), c.at(1), c.at(2), c.at(3), c.at(5));
    SCOPED_TRACE(archivo + ": " + veredicto + "\n" + cuenta(v));
    const auto dice = [](const std::string& columna, std::string_view que) { return columna.starts_with(que); };
    if (archivo.find("/conta/") != std::string::npos) {
        EXPECT_TRUE(v.hallo(Falla::no_es_cfdi));
        return;
    }
    if (dice(xsd, "parser error")) {
        EXPECT_TRUE(v.hallo(Falla::xml_doctype));
        EXPECT_FALSE(v.valido());
        return;
    }
    EXPECT_NE(v.de(Paso::xml), Resultado::mal);
    EXPECT_EQ(v.de(Paso::estructura) != Resultado::mal, dice(xsd, "ok"));
    EXPECT_EQ(v.de(Paso::sello) == Resultado::bien, sello == "ok");
    const auto de = [&](std::string_view parte) { return archivo.find(parte) != std::string::npos; };
    const auto clave = veredicto.find("(CFDI");
    const bool valido = dice(veredicto, "valid") || dice(veredicto, "warning only");
    const bool sin_timbre = dice(tfd, "none") || dice(tfd, "absent");
    const bool timbre_malo = dice(tfd, "FAIL SelloCFD") || dice(tfd, "FAIL: SelloCFD");
    const struct {
        bool cuando, debe;
    } reglas[] = {
        {dice(tfd, "ok"), v.de(Paso::timbre) == Resultado::bien},
        {sin_timbre, v.hallo(Falla::timbre_falta)},
        {dice(tfd, "FAIL SelloSAT"), v.hallo(Falla::timbre_sello)},
        {timbre_malo, v.hallo(Falla::timbre_de_otro)},
        {dice(tfd, "SelloCFD equal"), !v.hallo(Falla::timbre_de_otro)},
        {clave != std::string::npos, clave != std::string::npos && mal_por(v, veredicto.substr(clave + 1, 9))},
        {valido, solo_mal_en(v, {Paso::timbre})},
        {valido && !sin_timbre && !timbre_malo, v.valido()},
        {dice(veredicto, "invalid") || dice(veredicto, "seal does not") || dice(veredicto, "stamp altered"), !v.valido()},
        {dice(veredicto, "warning only"), v.hallo(Falla::rfc_digito)},
        {veredicto.find("worth a warning") != std::string::npos, v.hallo(Falla::importe_inexacto)},
        {dice(veredicto, "arithmetic oracle"), v.de(Paso::aritmetica) == Resultado::bien},
        {de("bad-03"), v.hallo(Falla::certificado_numero)},
        {de("bad-04"), v.hallo(Falla::certificado_rfc)},
        {de("bad-20") || de("sample-errors"), v.hallo(Falla::pago_saldo_insoluto)},
    };
    for (std::size_t i = 0; i < std::size(reglas); ++i) EXPECT_TRUE(!reglas[i].cuando || reglas[i].debe) << "rule " << i;
}

TEST(Juez, CadaMuestraConSuVeredicto) {
    CACAO_SKIP_WITHOUT_CFDI;
    MediosDePrueba prueba;
    for (const auto& f : std::filesystem::directory_iterator{test::cfdi_folder() / "certs" / "pac"})
        if (auto c = Certificado::leer(test::cfdi_file(f.path()))) prueba.certificados.emplace(f.path().stem().string(), *c);
    auto autoridades = std::make_shared<Autoridades>();
    for (const auto& f : std::filesystem::directory_iterator{test::cfdi_folder() / "certs" / "ca-pruebas"})
        EXPECT_TRUE(autoridades->agregar(test::cfdi_file(f.path()))) << f.path();
    const auto buscar = [&](std::string_view catalogo, std::string_view clave, Fecha) { return prueba.buscar(catalogo, clave); };
    const auto certificado = [&](std::string_view numero) { return prueba.certificado(numero); };
    const Juez juez{autoridades};
    std::istringstream tabla{test::cfdi_file("samples/verdicts.csv")};
    std::string renglon;
    std::getline(tabla, renglon);
    int vistas = 0;
    for (; std::getline(tabla, renglon); ++vistas) {
        const auto columnas = columnas_de(renglon);
        ASSERT_GE(columnas.size(), 7U) << renglon;
        const auto juicio = juez.juzgar(test::cfdi_file("samples/" + columnas[0]), {buscar, certificado});
        comparar_veredicto(columnas, juicio.veredicto);
        if (columnas[0] == "derived/ok-01-ingreso-pue.xml") {
            EXPECT_EQ(juicio.veredicto.de(Paso::certificado), Resultado::bien);
        }
    }
    EXPECT_GE(vistas, 59);
}

TEST(Certificados, LosDePrueba) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto csd = Certificado::leer(test::cfdi_file("certs/EKU9003173C9/EKU9003173C9.cer"));
    ASSERT_TRUE(csd);
    EXPECT_EQ(csd->numero(), "30001000000500003416");
    EXPECT_EQ(csd->rfc(), "EKU9003173C9");
    EXPECT_EQ(csd->nombre(), "ESCUELA KEMPER URGATE SA DE CV");
    EXPECT_EQ(csd->hasta().iso().substr(0, 10), "2027-05-18");
    EXPECT_TRUE(csd->es_de_sello());
    const auto fiel = Certificado::leer(test::cfdi_file("certs/EKU9003173C9-fiel/EKU9003173C9.cer"));
    ASSERT_TRUE(fiel);
    EXPECT_FALSE(fiel->es_de_sello());
    EXPECT_FALSE(Certificado::leer("x"));

    Autoridades ninguna;
    EXPECT_EQ(ninguna.firma_de(*csd), Autoridades::Firma::desconocida);
    Autoridades otra;
    EXPECT_TRUE(otra.agregar(test::cfdi_file("certs/ca-produccion/AC5_SAT.cer")));
    EXPECT_EQ(otra.firma_de(*csd), Autoridades::Firma::desconocida);
    Autoridades suyas;
    EXPECT_TRUE(suyas.agregar(test::cfdi_file("certs/ca-pruebas/AC_UAT_2022.cer")));
    EXPECT_EQ(suyas.firma_de(*csd), Autoridades::Firma::buena);
}

Veredicto juzgado(std::string_view bytes) {
    static const Juez juez{mundillo().autoridades};
    const auto buscar = [](std::string_view catalogo, std::string_view clave, Fecha) {
        if (catalogo == "c_ClaveProdServ" && clave == "99999999") return Presencia::inexistente;
        if (catalogo == "c_ClaveProdServ" && clave == "88888888") return Presencia::sin_vigencia;
        if (catalogo == "c_ClaveProdServ" && clave == "77777777") return Presencia::desconocida;
        return catalogo == "c_CodigoPostal" ? Presencia::desconocida : Presencia::vigente;
    };
    const auto certificado = [](std::string_view numero) { return numero == numero_pac ? &mundillo().certificado_pac : nullptr; };
    return juez.juzgar(bytes, {buscar, certificado}).veredicto;
}

TEST(Juez, LosBuenosSonBuenos) {
    for (const auto& documento : {ingreso(), global(), pago()}) {
        const auto v = juzgado(sellado(documento));
        EXPECT_TRUE(v.valido() && v.hallazgos().empty()) << cuenta(v);
        EXPECT_EQ(v.uuid, "D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9");
        EXPECT_EQ(v.version, "4.0");
    }
}

TEST(Juez, SinMediosNadaEsBuenoNiMalo) {
    const Juez juez;
    const auto bytes = sellado(ingreso());
    const auto j = juez.juzgar(bytes, sin_medios());
    EXPECT_TRUE(j.veredicto.valido()) << cuenta(j.veredicto);
    EXPECT_EQ(j.veredicto.de(Paso::timbre), Resultado::no_verificado);
    EXPECT_EQ(j.veredicto.de(Paso::certificado), Resultado::no_verificado);
    EXPECT_EQ(j.veredicto.de(Paso::catalogos), Resultado::no_verificado);
    EXPECT_EQ(j.veredicto.de(Paso::sello), Resultado::bien);
    ASSERT_TRUE(j.cfdi);
    EXPECT_EQ(j.cfdi->total->valor, Importe::leer("280.50"));
    EXPECT_EQ(j.cfdi->conceptos.at(0).retenciones.at(0).importe->valor, Importe::leer("15"));
    EXPECT_EQ(j.cfdi->conceptos.at(0).tercero->rfc, "CACX7605101P8");
    EXPECT_EQ(j.cfdi->locales.at(0).traslados.at(0).nombre, "ISH");
    EXPECT_EQ(ruta(*j.cfdi->conceptos.at(1).nodo), "/cfdi:Comprobante/cfdi:Conceptos/cfdi:Concepto[2]");
}

struct Rotura {
    Falla falla;
    std::string documento;
    std::string_view donde;  // "": wherever
};

std::vector<Rotura> roturas() {
    const auto i = [](std::string_view este, std::string_view otro) { return sellado(cambiado(ingreso(), este, otro)); };
    const auto g = [](std::string_view este, std::string_view otro) { return sellado(cambiado(global(), este, otro)); };
    const auto p = [](std::string_view este, std::string_view otro) { return sellado(cambiado(pago(), este, otro)); };
    const auto bueno = sellado(ingreso());
    const auto ac = mundillo().ac;
    const auto con = [&](const std::string& certificado) { return sellado(ingreso(), certificado); };
    const auto otro_certificado = [&](const char* numero, const char* quien, const Llave& firmante, const char* hasta,
                                      const char* uso) {
        return certificado_der(mundillo().emisor, numero, quien, "AC", firmante, "20240101000000Z", hasta, uso);
    };
    // Goods on the road: of an invoice, since it has a complement already.
    const std::string carta =
        R"(<cartaporte31:CartaPorte xmlns:cartaporte31="http://www.sat.gob.mx/CartaPorte31" Version="3.1" )"
        R"(IdCCP="CCC1b2c3-7a10-4c55-9d21-0f5e6a7b8c9d" TranspInternac="No" TotalDistRec="10"><cartaporte31:Ubicaciones>)"
        R"(<cartaporte31:Ubicacion TipoUbicacion="Origen" RFCRemitenteDestinatario="EKU9003173C9" FechaHoraSalidaLlegada="2026-10-06T06:00:00"/>)"
        R"(<cartaporte31:Ubicacion TipoUbicacion="Destino" RFCRemitenteDestinatario="EKU9003173C9" FechaHoraSalidaLlegada="2026-10-06T07:00:00" DistanciaRecorrida="10"/>)"
        R"(</cartaporte31:Ubicaciones><cartaporte31:Mercancias PesoBrutoTotal="5" UnidadPeso="KGM" NumTotalMercancias="1">)"
        R"(<cartaporte31:Mercancia BienesTransp="50202301" Descripcion="Agua" Cantidad="1" ClaveUnidad="H87" MaterialPeligroso="No" PesoEnKg="5"/>)"
        R"(<cartaporte31:Autotransporte PermSCT="TPAF02" NumPermisoSCT="1"><cartaporte31:IdentificacionVehicular ConfigVehicular="C2" )"
        R"(PesoBrutoVehicular="8.50" PlacaVM="ABC123D" AnioModeloVM="2022"/><cartaporte31:Seguros AseguraRespCivil="SEGUROS" PolizaRespCivil="POL"/>)"
        R"(</cartaporte31:Autotransporte></cartaporte31:Mercancias><cartaporte31:FiguraTransporte><cartaporte31:TiposFigura TipoFigura="01" )"
        R"(RFCFigura="CACX7605101P8" NumLicencia="LIC0001234" NombreFigura="XOCHILT"/></cartaporte31:FiguraTransporte></cartaporte31:CartaPorte>)";
    const auto porte = [&](const std::string& que, const std::string& por) {
        std::string rota = carta;
        if (const auto donde = rota.find(que); donde != std::string::npos) rota.replace(donde, que.size(), por);
        return i("<cfdi:Complemento>", "<cfdi:Complemento>" + rota);
    };
    std::vector<Rotura> lista{
        {Falla::carta_porte_ubicaciones, porte("\"Destino\"", "\"Origen\""), ""},
        {Falla::carta_porte_distancia, porte("TotalDistRec=\"10\"", "TotalDistRec=\"11\""), ""},
        {Falla::carta_porte_distancia, porte(" DistanciaRecorrida=\"10\"", ""), ""},
        {Falla::carta_porte_peso, porte("PesoEnKg=\"5\"", "PesoEnKg=\"6\""), ""},
        {Falla::carta_porte_mercancias, porte("NumTotalMercancias=\"1\"", "NumTotalMercancias=\"2\""), ""},
        {Falla::carta_porte_operador, porte(" NumLicencia=\"LIC0001234\"", ""), ""},
        {Falla::carta_porte_peligroso, porte("MaterialPeligroso=\"No\"", "MaterialPeligroso=\"Sí\""), ""},
        {Falla::carta_porte_tipo, p("<cfdi:Complemento>", "<cfdi:Complemento>" + carta), ""},
        {Falla::xml_muy_grande, std::string(std::size_t{11} << 20U, ' '), ""},
        {Falla::xml_codificacion, "<a>\xFF</a>", ""},
        {Falla::xml_doctype, "<!DOCTYPE a><a/>", "renglón 1"},
        {Falla::xml_mal_formado, "<a>", ""},
        {Falla::xml_marca, "\xEF\xBB\xBF" + bueno, ""},
        {Falla::no_es_cfdi, "<a/>", "/a"},
        {Falla::nodo_desconocido, i("<cfdi:Conceptos>", "<cfdi:X/><cfdi:Conceptos>"), "/cfdi:Comprobante/cfdi:X"},
        {Falla::nodo_fuera_de_orden, i("</cfdi:Conceptos>", "</cfdi:Conceptos><cfdi:InformacionGlobal/>"),
         "/cfdi:Comprobante/cfdi:InformacionGlobal"},
        {Falla::nodo_falta, i("<cfdi:Emisor Rfc=\"EKU9003173C9\" Nombre=\"ESCUELA KEMPER URGATE\" RegimenFiscal=\"601\"/>", ""),
         "/cfdi:Comprobante/cfdi:Emisor"},
        {Falla::nodo_repetido, i("</cfdi:Complemento>", "</cfdi:Complemento><cfdi:Complemento/>"),
         "/cfdi:Comprobante/cfdi:Complemento[2]"},
        {Falla::texto_no_permitido, i("<cfdi:Conceptos>", "<cfdi:Conceptos>x"), "/cfdi:Comprobante/cfdi:Conceptos"},
        {Falla::atributo_falta, i(" Exportacion=\"01\"", ""), "/cfdi:Comprobante/@Exportacion"},
        {Falla::atributo_desconocido, i(" Exportacion=\"01\"", " Exportacion=\"01\" X=\"\""), "/cfdi:Comprobante/@X"},
        {Falla::valor_no_valido, i("Exportacion=\"01\"", "Exportacion=\"09\""), "/cfdi:Comprobante/@Exportacion"},
        {Falla::complemento_desconocido, i("<cfdi:Complemento>", "<cfdi:Complemento><n:Nomina xmlns:n=\"n\"/>"),
         "/cfdi:Comprobante/cfdi:Complemento/n:Nomina"},
        {Falla::sello_no_verificado, i("<cfdi:Complemento>", "<cfdi:Complemento><n:Nomina xmlns:n=\"n\"/>"), ""},
        {Falla::clave_de_otra_version, i("UsoCFDI=\"G03\"", "UsoCFDI=\"P01\""), "/cfdi:Comprobante/cfdi:Receptor/@UsoCFDI"},
        {Falla::uso_de_otro_regimen, i("UsoCFDI=\"G03\"", "UsoCFDI=\"D10\""), "/cfdi:Comprobante/cfdi:Receptor/@UsoCFDI"},
        {Falla::regimen_de_otra_persona, i("RegimenFiscalReceptor=\"601\"", "RegimenFiscalReceptor=\"612\""),
         "/cfdi:Comprobante/cfdi:Receptor/@RegimenFiscalReceptor"},
        {Falla::regimen_de_otra_persona, i("RegimenFiscal=\"601\"", "RegimenFiscal=\"605\""),
         "/cfdi:Comprobante/cfdi:Emisor/@RegimenFiscal"},
        {Falla::clave_inexistente, i("43211503", "99999999"), "/cfdi:Comprobante/cfdi:Conceptos/cfdi:Concepto[1]/@ClaveProdServ"},
        {Falla::clave_sin_vigencia, i("43211503", "88888888"), ""},
        {Falla::clave_no_verificada, i("43211503", "77777777"), ""},
        {Falla::codigo_postal_inexistente, i("LugarExpedicion=\"42501\"", "LugarExpedicion=\"17001\""),
         "/cfdi:Comprobante/@LugarExpedicion"},
        {Falla::tasa_no_catalogada, i("TasaOCuota=\"0.160000\"", "TasaOCuota=\"0.150000\""), ""},
        {Falla::rfc_imposible, i("IIA040805DZ4", "IIA040231DZ4"), "/cfdi:Comprobante/cfdi:Receptor/@Rfc"},
        {Falla::rfc_digito, i("IIA040805DZ4", "IIA040805DZ5"), "/cfdi:Comprobante/cfdi:Receptor/@Rfc"},
        {Falla::certificado_falta, i("%certificado", ""), "/cfdi:Comprobante/@Certificado"},
        {Falla::certificado_ilegible, i("%certificado", "QUJD"), "/cfdi:Comprobante/@Certificado"},
        {Falla::certificado_numero, i("NoCertificado=\"30001000000600001234\"", "NoCertificado=\"30001000000600001235\""),
         "/cfdi:Comprobante/@NoCertificado"},
        {Falla::certificado_rfc, con(otro_certificado(numero_emisor, "IIA040805DZ4", ac, "20280101000000Z", de_csd)), ""},
        {Falla::certificado_vigencia, con(otro_certificado(numero_emisor, "EKU9003173C9", ac, "20260901000000Z", de_csd)),
         "/cfdi:Comprobante/@Fecha"},
        {Falla::certificado_no_es_csd,
         con(otro_certificado(numero_emisor, "EKU9003173C9", ac, "20280101000000Z",
                              "digitalSignature,nonRepudiation,dataEncipherment,keyAgreement")),
         ""},
        {Falla::certificado_emisor,
         con(otro_certificado(numero_emisor, "EKU9003173C9", mundillo().pac, "20280101000000Z", de_csd)), ""},
        {Falla::certificado_emisor_desconocido,
         con(certificado_der(mundillo().emisor, numero_emisor, "EKU9003173C9", "OTRA", ac, "20240101000000Z", "20280101000000Z",
                             de_csd)),
         ""},
        {Falla::sello_falta, i("%sello", ""), "/cfdi:Comprobante/@Sello"},
        {Falla::sello_no_corresponde, cambiado(bueno, "Descripcion=\"Uno\"", "Descripcion=\"Una\""), "/cfdi:Comprobante/@Sello"},
        {Falla::timbre_falta, i(timbre_vacio, ""), "/cfdi:Comprobante"},
        {Falla::timbre_repetido, i("</cfdi:Complemento>", std::string{timbre_vacio} + "</cfdi:Complemento>"), ""},
        {Falla::timbre_de_otro, i("%cfd", "QUJD"), ""},
        {Falla::timbre_sello, cambiado(bueno, "d63b2d99", "d63b2d98"), ""},
        {Falla::timbre_fecha, i("FechaTimbrado=\"2026-10-01", "FechaTimbrado=\"2026-10-05"), ""},
        {Falla::timbre_no_verificado, i("NoCertificadoSAT=\"30001000000600009999\"", "NoCertificadoSAT=\"30001000000600009998\""),
         ""},
        {Falla::cifra_no_verificada,
         i("Cantidad=\"2.000000\" ClaveUnidad=\"H87\" Descripcion=\"Uno\" ValorUnitario=\"100.00\"",
           "Cantidad=\"9000000000000\" ClaveUnidad=\"H87\" Descripcion=\"Uno\" ValorUnitario=\"9000000000000\""),
         ""},
        {Falla::decimales_de_mas, i("SubTotal=\"300.00\"", "SubTotal=\"300.000\""), "/cfdi:Comprobante/@SubTotal"},
        {Falla::importe_fuera_de_limites, i("ValorUnitario=\"100.00\"", "ValorUnitario=\"110.00\""),
         "/cfdi:Comprobante/cfdi:Conceptos/cfdi:Concepto[1]/@Importe"},
        {Falla::importe_inexacto,
         i("Descripcion=\"Dos\" ValorUnitario=\"100.00\"", "Descripcion=\"Dos\" ValorUnitario=\"110.00\""), ""},
        {Falla::descuento_decimales, i("Importe=\"200.00\" Descuento=\"50.00\"", "Importe=\"200.00\" Descuento=\"50.000\""), ""},
        {Falla::descuento_mayor, i("Importe=\"200.00\" Descuento=\"50.00\"", "Importe=\"200.00\" Descuento=\"200.01\""), ""},
        {Falla::impuesto_fuera_de_limites, i("Importe=\"24.00\"", "Importe=\"24.02\""), ""},
        {Falla::subtotal_no_cuadra, i("SubTotal=\"300.00\"", "SubTotal=\"300.01\""), "/cfdi:Comprobante/@SubTotal"},
        {Falla::descuento_no_cuadra, i("Descuento=\"50.00\" Moneda", "Descuento=\"50.01\" Moneda"),
         "/cfdi:Comprobante/@Descuento"},
        {Falla::retencion_repetida,
         i("<cfdi:Retencion Impuesto=\"001\" Importe=\"15.00\"/>",
           "<cfdi:Retencion Impuesto=\"001\" Importe=\"15.00\"/><cfdi:Retencion Impuesto=\"001\" Importe=\"0.00\"/>"),
         ""},
        {Falla::retencion_no_cuadra, i("Impuesto=\"001\" Importe=\"15.00\"", "Impuesto=\"001\" Importe=\"15.01\""), ""},
        {Falla::traslado_repetido,
         i("<cfdi:Traslado Base=\"250.00\"",
           "<cfdi:Traslado Base=\"0\" Impuesto=\"002\" TipoFactor=\"Tasa\" TasaOCuota=\"0.160000\" Importe=\"0\"/><cfdi:Traslado "
           "Base=\"250.00\""),
         ""},
        {Falla::traslado_base_no_cuadra, i("Base=\"250.00\"", "Base=\"250.01\""), ""},
        {Falla::traslado_no_cuadra, i("Importe=\"40.00\"", "Importe=\"40.01\""), ""},
        {Falla::impuesto_sin_resumen,
         i("<cfdi:Traslado Base=\"10.00\" Impuesto=\"003\" "
           "TipoFactor=\"Exento\"/></cfdi:Traslados></cfdi:Impuestos><cfdi:Complemento>",
           "</cfdi:Traslados></cfdi:Impuestos><cfdi:Complemento>"),
         ""},
        {Falla::total_retenidos_no_cuadra, i("TotalImpuestosRetenidos=\"15.00\"", "TotalImpuestosRetenidos=\"15.01\""), ""},
        {Falla::total_trasladados_no_cuadra, i(" TotalImpuestosTrasladados=\"40.00\"", ""), ""},
        {Falla::total_no_cuadra, i("Total=\"280.50\"", "Total=\"280.51\""), "/cfdi:Comprobante/@Total"},
        {Falla::locales_no_cuadran, i("TotaldeTraslados=\"6.50\"", "TotaldeTraslados=\"6.51\""), ""},
        {Falla::pago_monto, p("Monto=\"232.00\"", "Monto=\"225.00\""), ""},
        {Falla::pago_saldo_insoluto, p("ImpSaldoInsoluto=\"84.00\"", "ImpSaldoInsoluto=\"84.01\""), ""},
        {Falla::pago_impuesto_documento, p("ImporteDR=\"16.00\"", "ImporteDR=\"16.02\""), ""},
        {Falla::pago_impuestos, p("BaseP=\"200.00\"", "BaseP=\"200.01\""), ""},
        {Falla::pago_totales, p("MontoTotalPagos=\"3944.00\"", "MontoTotalPagos=\"3944.01\""), ""},
        {Falla::forma_pago_no_permitida, p(" Moneda=\"XXX\"", " FormaPago=\"03\" Moneda=\"XXX\""),
         "/cfdi:Comprobante/@FormaPago"},
        {Falla::forma_pago_falta, i(" FormaPago=\"03\"", ""), "/cfdi:Comprobante/@FormaPago"},
        {Falla::metodo_pago_no_permitido, p(" Moneda=\"XXX\"", " MetodoPago=\"PUE\" Moneda=\"XXX\""),
         "/cfdi:Comprobante/@MetodoPago"},
        {Falla::metodo_pago_falta, i(" MetodoPago=\"PUE\"", ""), "/cfdi:Comprobante/@MetodoPago"},
        {Falla::ppd_sin_99, i("MetodoPago=\"PUE\"", "MetodoPago=\"PPD\""), "/cfdi:Comprobante/@FormaPago"},
        {Falla::pue_con_99, i("FormaPago=\"03\"", "FormaPago=\"99\""), "/cfdi:Comprobante/@FormaPago"},
        {Falla::condiciones_no_permitidas, p(" Moneda=\"XXX\"", " CondicionesDePago=\"x\" Moneda=\"XXX\""), ""},
        {Falla::subtotal_no_es_cero, p("SubTotal=\"0\"", "SubTotal=\"1\""), "/cfdi:Comprobante/@SubTotal"},
        {Falla::total_no_es_cero, p(" Total=\"0\"", " Total=\"1\""), "/cfdi:Comprobante/@Total"},
        {Falla::moneda_no_permitida, p("Moneda=\"XXX\"", "Moneda=\"MXN\""), "/cfdi:Comprobante/@Moneda"},
        {Falla::tipo_cambio_de_pesos, i("TipoCambio=\"1\"", "TipoCambio=\"17.5\""), "/cfdi:Comprobante/@TipoCambio"},
        {Falla::tipo_cambio_no_permitido, p(" Moneda=\"XXX\"", " Moneda=\"XXX\" TipoCambio=\"1\""), ""},
        {Falla::tipo_cambio_falta, i("Moneda=\"MXN\" TipoCambio=\"1\"", "Moneda=\"USD\""), ""},
        {Falla::descuento_no_permitido, p(" Moneda=\"XXX\"", " Descuento=\"0\" Moneda=\"XXX\""), ""},
        {Falla::impuestos_no_permitidos, p("</cfdi:Conceptos>", "</cfdi:Conceptos><cfdi:Impuestos/>"), ""},
        {Falla::uso_no_permitido, p("CP01", "G03"), "/cfdi:Comprobante/cfdi:Receptor/@UsoCFDI"},
        {Falla::comercio_exterior_falta, i("Exportacion=\"01\"", "Exportacion=\"02\""), "/cfdi:Comprobante/@Exportacion"},
        {Falla::informacion_global_falta, g("<cfdi:InformacionGlobal Periodicidad=\"01\" Meses=\"10\" Año=\"2026\"/>", ""),
         "/cfdi:Comprobante"},
        {Falla::informacion_global_no_permitida, g("PUBLICO EN GENERAL", "OTRO"), "/cfdi:Comprobante/cfdi:InformacionGlobal"},
        {Falla::informacion_global_meses, g("Periodicidad=\"01\"", "Periodicidad=\"05\""), ""},
        {Falla::informacion_global_anio, g("Año=\"2026\"", "Año=\"2024\""), "/cfdi:Comprobante/cfdi:InformacionGlobal/@Año"},
        {Falla::publico_en_general, g("RegimenFiscalReceptor=\"616\"", "RegimenFiscalReceptor=\"601\""), ""},
        {Falla::impuestos_del_concepto_faltan, p("ObjetoImp=\"01\"", "ObjetoImp=\"02\""), ""},
        {Falla::impuestos_del_concepto_sobran, g("ObjetoImp=\"02\"", "ObjetoImp=\"01\""), ""},
        {Falla::exento_con_tasa,
         i("TipoFactor=\"Exento\"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>",
           "TipoFactor=\"Exento\" TasaOCuota=\"0\"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto>"),
         ""},
        {Falla::tasa_falta, g(" TasaOCuota=\"0.160000\" Importe=\"16.00\"/>", "/>"), ""},
        {Falla::retencion_exenta, i("Impuesto=\"001\" TipoFactor=\"Tasa\"", "Impuesto=\"001\" TipoFactor=\"Exento\""), ""},
        {Falla::valor_unitario_cero, i("ValorUnitario=\"100.00\"", "ValorUnitario=\"0\""), ""},
        {Falla::tercero_repetido, i("RfcACuentaTerceros=\"CACX7605101P8\"", "RfcACuentaTerceros=\"EKU9003173C9\""), ""},
        {Falla::pago_sin_complemento, i("TipoDeComprobante=\"I\"", "TipoDeComprobante=\"P\""), ""},
        {Falla::pago_concepto, p("Descripcion=\"Pago\"", "Descripcion=\"Abono\""), ""},
        {Falla::pago_forma, p("FormaDePagoP=\"03\"", "FormaDePagoP=\"99\""), ""},
        {Falla::pago_tipo_cambio, p(" TipoCambioP=\"17\"", ""), ""},
        {Falla::pago_equivalencia, p("MonedaDR=\"USD\" EquivalenciaDR=\"1\"", "MonedaDR=\"USD\" EquivalenciaDR=\"2\""), ""},
        {Falla::pago_objeto_impuesto, p("ObjetoImpDR=\"02\"", "ObjetoImpDR=\"01\""), ""},
        {Falla::pago_cuenta, p("FormaDePagoP=\"03\"", "CtaOrdenante=\"0123456789\" FormaDePagoP=\"01\""), ""},
    };
    std::string hondo = "<a>";
    std::string ancho = "<a";
    for (int k = 0; k < 100; ++k) hondo += "<a>";
    for (int k = 0; k < 300; ++k) ancho += " a" + std::to_string(k) + "=\"\"";
    lista.push_back({Falla::xml_muy_profundo, hondo, ""});
    lista.push_back({Falla::xml_muchos_nodos, ancho + "/>", "renglón 1"});
    return lista;
}

// Each thing that can be found has a document that it is found in.
TEST(Juez, CadaFallaTieneQuienLaRompa) {
    std::set<Falla> rotas;
    for (const auto& r : roturas()) {
        const auto v = juzgado(r.documento);
        const auto este = std::ranges::find_if(
            v.hallazgos(), [&](const Hallazgo& h) { return h.falla == r.falla && (r.donde.empty() || h.donde == r.donde); });
        EXPECT_NE(este, v.hallazgos().end()) << nombre(r.falla) << ' ' << cuenta(v);
        if (resultado(r.falla) == Resultado::mal) {
            EXPECT_FALSE(v.valido()) << nombre(r.falla);
        }
        rotas.insert(r.falla);
    }
    for (const auto falla : todas_las_fallas())
        if (static_cast<std::size_t>(paso(falla)) < pasos_del_juez) {
            EXPECT_TRUE(rotas.contains(falla)) << nombre(falla);
        }
}

// Sums are those of decimals: neither of these is off by what a figure is printed with.
TEST(Juez, UnaCartaPorteBuenaNoTieneFallas) {
    for (const auto& r : roturas())
        if (nombre(r.falla).starts_with("carta_porte_")) {
            const auto v = juzgado(r.documento);
            int suyas = 0;
            for (const auto& h : v.hallazgos()) suyas += nombre(h.falla).starts_with("carta_porte_") ? 1 : 0;
            EXPECT_LE(suyas, r.falla == Falla::carta_porte_ubicaciones || r.falla == Falla::carta_porte_peligroso ? 2 : 1)
                << cuenta(v);
        }
}

TEST(Juez, LimitesDeLoImpreso) {
    const auto importe = [](const char* cantidad, int c, const char* precio, int p, int d) {
        const auto l = limites_de_importe({*Cantidad::leer(cantidad), c}, {*Precio::leer(precio), p}, d);
        return std::pair{static_cast<std::int64_t>(l.minimo), static_cast<std::int64_t>(l.maximo)};
    };
    // Two, printed without decimals, stands for anything from one and a half to two and a half.
    EXPECT_EQ(importe("2", 0, "500", 2, 2), (std::pair<std::int64_t, std::int64_t>{749'990'000, 1'250'020'000}));
    EXPECT_EQ(importe("2", 6, "500", 2, 2), (std::pair<std::int64_t, std::int64_t>{999'980'000, 1'000'020'000}));
    const auto impuesto = limites_de_impuesto({*Importe::leer("1000"), 2}, *Tasa::leer("0.16"), 2);
    EXPECT_EQ(static_cast<std::int64_t>(impuesto.minimo), 159'990'000);
    EXPECT_EQ(static_cast<std::int64_t>(impuesto.maximo), 160'010'000);
}

}  // namespace
}  // namespace cacao::fiscal
