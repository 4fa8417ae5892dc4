#include "fiscal/sellado.hpp"

#include "base/error.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "fiscal/aritmetica.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/comprobante.hpp"
#include "fiscal/estructura.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/reglas.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>

namespace cacao::fiscal {
namespace {

constexpr std::size_t digitos_de_numero = 20;
// More than any file that the authority hands out; more rounds than any of its keys, so that nobody waits for a password.
constexpr std::size_t mas_bytes = 16 * 1024;
constexpr long mas_vueltas = 1'000'000;

constexpr std::array<std::string_view, 8> nombres_de_falla{"certificado_ilegible", "no_es_de_sello", "no_es_de_efirma",
                                                           "llave_ilegible",       "contrasena",     "llave_ajena",
                                                           "aun_no_vigente",       "vencido"};

template <auto F>
struct Libera {
    template <class T>
    void operator()(T* p) const {
        F(p);
    }
};
template <class T, auto F>
using Suyo = std::unique_ptr<T, Libera<F>>;

EVP_PKEY* como_llave(const std::shared_ptr<void>& p) { return static_cast<EVP_PKEY*>(p.get()); }
std::shared_ptr<void> guardar_llave(EVP_PKEY* llave) {
    return {llave, [](void* p) { EVP_PKEY_free(static_cast<EVP_PKEY*>(p)); }};
}
const unsigned char* bytes_de(std::string_view texto) { return reinterpret_cast<const unsigned char*>(texto.data()); }

// The library keeps what went wrong for whoever asks next.
struct SinErrores {
    SinErrores() = default;
    SinErrores(const SinErrores&) = delete;
    SinErrores& operator=(const SinErrores&) = delete;
    ~SinErrores() { ERR_clear_error(); }
};

// As the authority enciphers its keys: a password by PBKDF2, in so many rounds.
bool es_cifrado_conocido(const X509_SIG* cifrada) {
    const X509_ALGOR* como = nullptr;
    X509_SIG_get0(cifrada, &como, nullptr);
    const ASN1_OBJECT* que = nullptr;
    int clase = 0;
    const void* parametros = nullptr;
    X509_ALGOR_get0(&que, &clase, &parametros, como);
    if (OBJ_obj2nid(que) != NID_pbes2 || clase != V_ASN1_SEQUENCE) return false;
    const Suyo<PBE2PARAM, PBE2PARAM_free> doble{
        static_cast<PBE2PARAM*>(ASN1_item_unpack(static_cast<const ASN1_STRING*>(parametros), ASN1_ITEM_rptr(PBE2PARAM)))};
    if (doble == nullptr) return false;
    X509_ALGOR_get0(&que, &clase, &parametros, doble->keyfunc);
    if (OBJ_obj2nid(que) != NID_id_pbkdf2 || clase != V_ASN1_SEQUENCE) return false;
    const Suyo<PBKDF2PARAM, PBKDF2PARAM_free> vueltas{
        static_cast<PBKDF2PARAM*>(ASN1_item_unpack(static_cast<const ASN1_STRING*>(parametros), ASN1_ITEM_rptr(PBKDF2PARAM)))};
    if (vueltas == nullptr) return false;
    const long cuantas = ASN1_INTEGER_get(vueltas->iter);
    return cuantas > 0 && cuantas <= mas_vueltas;
}

std::string firmar_con(const std::shared_ptr<void>& llave, std::string_view texto, const EVP_MD* resumen) {
    const SinErrores sin_errores;
    const Suyo<EVP_MD_CTX, EVP_MD_CTX_free> contexto{EVP_MD_CTX_new()};
    std::string firma(static_cast<std::size_t>(EVP_PKEY_get_size(como_llave(llave))), '\0');
    std::size_t largo = firma.size();
    reject_if(contexto == nullptr || EVP_DigestSignInit(contexto.get(), nullptr, resumen, nullptr, como_llave(llave)) != 1 ||
                  EVP_DigestSign(contexto.get(), reinterpret_cast<unsigned char*>(firma.data()), &largo, bytes_de(texto),
                                 texto.size()) != 1,
              Codigo::interno, "");
    firma.resize(largo);
    return base64(firma);
}

void nombrar(X509_NAME* en, int nid, std::string_view texto) {
    // So many characters has the longest name of a certificate (X.520).
    constexpr std::size_t mas_caracteres = 64;
    while (largo_utf8(texto) > mas_caracteres) texto = principio_utf8(texto, texto.size() - 1);
    reject_if(X509_NAME_add_entry_by_NID(en, nid, MBSTRING_UTF8, bytes_de(texto), static_cast<int>(texto.size()), -1, 0) != 1,
              Codigo::interno, "");
}

}  // namespace

std::string_view nombre(FallaCsd falla) { return nombres_de_falla.at(static_cast<std::size_t>(falla)); }

std::variant<Csd, FallaCsd> Csd::con_llave(std::string_view cer, std::shared_ptr<void> llave) {
    auto certificado = Certificado::leer(cer);
    const auto* desde = bytes_de(cer);
    const Suyo<X509, X509_free> x{d2i_X509(nullptr, &desde, static_cast<long>(cer.size()))};
    if (!certificado || x == nullptr) return FallaCsd::certificado_ilegible;
    if (EVP_PKEY_eq(X509_get0_pubkey(x.get()), como_llave(llave)) != 1) return FallaCsd::llave_ajena;
    Csd csd{std::move(*certificado)};
    csd.cer_ = cer;
    csd.base64_ = base64(cer);
    csd.llave_ = std::move(llave);
    return csd;
}

std::variant<Csd, FallaCsd> Csd::leer(std::string_view cer, std::string_view key, std::string_view contrasena, Instante ahora) {
    return leer_par(cer, key, contrasena, ahora, true);
}

std::variant<Csd, FallaCsd> Csd::leer_efirma(std::string_view cer, std::string_view key, std::string_view contrasena,
                                             Instante ahora) {
    return leer_par(cer, key, contrasena, ahora, false);
}

std::variant<Csd, FallaCsd> Csd::leer_par(std::string_view cer, std::string_view key, std::string_view contrasena, Instante ahora,
                                          bool de_sello) {
    const SinErrores sin_errores;
    const auto certificado = cer.size() > mas_bytes ? std::nullopt : Certificado::leer(cer);
    if (!certificado || certificado->numero().size() != digitos_de_numero || certificado->rfc().empty())
        return FallaCsd::certificado_ilegible;
    if (certificado->es_de_sello() != de_sello) return de_sello ? FallaCsd::no_es_de_sello : FallaCsd::no_es_de_efirma;

    const auto* desde = bytes_de(key);
    const Suyo<X509_SIG, X509_SIG_free> cifrada{
        key.size() > mas_bytes ? nullptr : d2i_X509_SIG(nullptr, &desde, static_cast<long>(key.size()))};
    if (cifrada == nullptr || desde != bytes_de(key) + key.size() || !es_cifrado_conocido(cifrada.get()))
        return FallaCsd::llave_ilegible;
    if (contrasena.size() > mas_bytes) return FallaCsd::contrasena;
    const Suyo<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free> abierta{
        PKCS8_decrypt(cifrada.get(), contrasena.data(), static_cast<int>(contrasena.size()))};
    if (abierta == nullptr) return FallaCsd::contrasena;
    auto llave = guardar_llave(EVP_PKCS82PKEY(abierta.get()));
    if (llave == nullptr || EVP_PKEY_base_id(como_llave(llave)) != EVP_PKEY_RSA) return FallaCsd::llave_ilegible;

    auto csd = con_llave(cer, std::move(llave));
    if (std::holds_alternative<FallaCsd>(csd)) return csd;
    if (ahora < certificado->desde()) return FallaCsd::aun_no_vigente;
    if (certificado->hasta() < ahora) return FallaCsd::vencido;
    return csd;
}

std::variant<Csd, FallaCsd> Csd::de(std::string_view cer, std::string_view llave) {
    const SinErrores sin_errores;
    const auto* desde = bytes_de(llave);
    const Suyo<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free> abierta{
        d2i_PKCS8_PRIV_KEY_INFO(nullptr, &desde, static_cast<long>(llave.size()))};
    if (abierta == nullptr) return FallaCsd::llave_ilegible;
    auto par = guardar_llave(EVP_PKCS82PKEY(abierta.get()));
    if (par == nullptr || EVP_PKEY_base_id(como_llave(par)) != EVP_PKEY_RSA) return FallaCsd::llave_ilegible;
    return con_llave(cer, std::move(par));
}

Csd Csd::de_prueba(std::string_view rfc, std::string_view nombre, Instante desde, Instante hasta) {
    // A number that none of the authority's has.
    std::string numero = "9999";
    for (const char c : azar(digitos_de_numero - numero.size()))
        numero += static_cast<char>('0' + static_cast<unsigned char>(c) % 10);
    return hacer(numero, rfc, nombre, desde, hasta);
}

Csd Csd::hacer(std::string_view numero, std::string_view rfc, std::string_view nombre, Instante desde, Instante hasta) {
    const SinErrores sin_errores;
    auto llave = guardar_llave(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{2048}));
    const Suyo<X509, X509_free> x{X509_new()};
    const Suyo<BIGNUM, BN_free> serie{BN_bin2bn(bytes_de(numero), static_cast<int>(numero.size()), nullptr)};
    reject_if(llave == nullptr || x == nullptr || serie == nullptr, Codigo::interno, "");
    X509_set_version(x.get(), 2);
    BN_to_ASN1_INTEGER(serie.get(), X509_get_serialNumber(x.get()));
    ASN1_TIME_set(X509_getm_notBefore(x.get()), static_cast<std::time_t>(desde.segundos()));
    ASN1_TIME_set(X509_getm_notAfter(x.get()), static_cast<std::time_t>(hasta.segundos()));
    nombrar(X509_get_subject_name(x.get()), NID_commonName, nombre);
    nombrar(X509_get_subject_name(x.get()), NID_x500UniqueIdentifier, rfc);
    nombrar(X509_get_issuer_name(x.get()), NID_commonName, "SANDBOX");
    nombrar(X509_get_issuer_name(x.get()), NID_organizationName, "SIN VALIDEZ FISCAL");
    X509_set_pubkey(x.get(), como_llave(llave));
    for (const auto& [nid, valor] :
         {std::pair{NID_key_usage, "digitalSignature,nonRepudiation"}, std::pair{NID_basic_constraints, "critical,CA:FALSE"}}) {
        const Suyo<X509_EXTENSION, X509_EXTENSION_free> extension{X509V3_EXT_conf_nid(nullptr, nullptr, nid, valor)};
        reject_if(extension == nullptr || X509_add_ext(x.get(), extension.get(), -1) != 1, Codigo::interno, "");
    }
    reject_if(X509_sign(x.get(), como_llave(llave), EVP_sha256()) == 0, Codigo::interno, "");
    unsigned char* bytes = nullptr;
    const int largo = i2d_X509(x.get(), &bytes);
    reject_if(largo <= 0, Codigo::interno, "");
    const std::string cer{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(largo)};
    OPENSSL_free(bytes);
    auto csd = con_llave(cer, std::move(llave));
    reject_if(std::holds_alternative<FallaCsd>(csd), Codigo::interno, "");
    return std::get<Csd>(std::move(csd));
}

std::string Csd::llave() const {
    const Suyo<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free> abierta{EVP_PKEY2PKCS8(como_llave(llave_))};
    unsigned char* bytes = nullptr;
    const int largo = abierta == nullptr ? 0 : i2d_PKCS8_PRIV_KEY_INFO(abierta.get(), &bytes);
    reject_if(largo <= 0, Codigo::interno, "");
    std::string der{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(largo)};
    OPENSSL_cleanse(bytes, static_cast<std::size_t>(largo));
    OPENSSL_free(bytes);
    return der;
}

std::string Csd::sello(std::string_view texto) const { return firmar_con(llave_, texto, EVP_sha256()); }
std::string Csd::firma_sha1(std::string_view texto) const { return firmar_con(llave_, texto, EVP_sha1()); }

SelloPorPartes::SelloPorPartes(const Csd& csd)
    : llave_(csd.llave_), contexto_(EVP_MD_CTX_new(), [](void* c) { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(c)); }) {
    const SinErrores sin_errores;
    reject_if(contexto_ == nullptr || EVP_DigestSignInit(static_cast<EVP_MD_CTX*>(contexto_.get()), nullptr, EVP_sha256(),
                                                         nullptr, como_llave(llave_)) != 1,
              Codigo::interno, "");
}

void SelloPorPartes::agregar(std::string_view parte) {
    const SinErrores sin_errores;
    reject_if(EVP_DigestSignUpdate(static_cast<EVP_MD_CTX*>(contexto_.get()), bytes_de(parte), parte.size()) != 1,
              Codigo::interno, "");
}

std::string SelloPorPartes::terminar() {
    const SinErrores sin_errores;
    std::string firma(static_cast<std::size_t>(EVP_PKEY_get_size(como_llave(llave_))), '\0');
    std::size_t largo = firma.size();
    reject_if(EVP_DigestSignFinal(static_cast<EVP_MD_CTX*>(contexto_.get()), reinterpret_cast<unsigned char*>(firma.data()),
                                  &largo) != 1,
              Codigo::interno, "");
    firma.resize(largo);
    return base64(firma);
}

Sellado sellar(Cfdi cfdi, const Csd& csd, const Esquema& esquema, std::optional<BuscaClave> catalogo) {
    cfdi.noCertificado = csd.certificado().numero();
    cfdi.certificado = csd.base64_de_cer();
    cfdi.sello.clear();
    auto texto = escribir(cfdi, esquema);

    // Judged and sealed is what a reader reads, not what was meant.
    const Xml xml{texto};
    Veredicto v;
    if (!xml.bien()) {
        v.hallar(falla_de(xml.falla()), "");
    } else if (revisar_estructura(xml, esquema, v)) {
        const auto leido = leer_cfdi(xml);
        revisar_catalogos(leido, esquema, catalogo.value_or(sin_medios().catalogo), v);
        revisar_rfcs(leido, v);
        revisar_certificado(leido, csd.certificado(), v);
        revisar_aritmetica(leido, esquema, v);
        revisar_reglas(leido, v);
    }
    Sellado sellado;
    for (const auto& h : v.hallazgos())
        if (resultado(h.falla) == Resultado::mal || h.falla == Falla::cifra_no_verificada) sellado.hallazgos.push_back(h);
    if (!sellado.bien()) return sellado;

    // Whatever stands in a value, its quotation marks are written otherwise: the first one is the attribute.
    constexpr std::string_view lugar = R"( Sello=")";
    texto.insert(texto.find(lugar) + lugar.size(), csd.sello(cadena_original(xml.raiz(), esquema).texto));
    sellado.xml = std::move(texto);
    return sellado;
}

}  // namespace cacao::fiscal
