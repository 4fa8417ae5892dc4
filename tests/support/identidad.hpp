#pragma once
// An identity provider (OpenID Connect) on this machine: its discovery document, its keys, and tokens of any making, wrong ones
// too.

#include "base/texto.hpp"
#include "support/servidor.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

// A pair of keys, its public half as a JWK, and signatures as tokens have them.
class LlaveJose {
public:
    static LlaveJose rsa(const std::string& kid, std::size_t bits = 2048) {
        return {kid, "RS256", EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", bits)};
    }
    static LlaveJose p256(const std::string& kid) { return {kid, "ES256", EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")}; }
    static LlaveJose ed25519(const std::string& kid) { return {kid, "EdDSA", EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")}; }

    const std::string& kid() const { return kid_; }
    const std::string& alg() const { return alg_; }
    // Numbers as raw bytes: n and e, or x and y.
    std::pair<std::string, std::string> publica() const {
        if (alg_ == "RS256") return {numero(OSSL_PKEY_PARAM_RSA_N), numero(OSSL_PKEY_PARAM_RSA_E)};
        if (alg_ == "ES256") return {numero(OSSL_PKEY_PARAM_EC_PUB_X, 32), numero(OSSL_PKEY_PARAM_EC_PUB_Y, 32)};
        std::string x(32, '\0');
        std::size_t n = x.size();
        EVP_PKEY_get_raw_public_key(llave_.get(), reinterpret_cast<unsigned char*>(x.data()), &n);
        return {x, ""};
    }
    // `mas`: members behind it, each with its comma in front.
    std::string jwk(const std::string& mas = {}) const {
        const auto [a, b] = publica();
        const std::string nombre = R"({"kid":")" + kid_ + '"';
        if (alg_ == "RS256")
            return nombre + R"(,"kty":"RSA","n":")" + base64url(a) + R"(","e":")" + base64url(b) + '"' + mas + '}';
        if (alg_ == "ES256")
            return nombre + R"(,"kty":"EC","crv":"P-256","x":")" + base64url(a) + R"(","y":")" + base64url(b) + '"' + mas + '}';
        return nombre + R"(,"kty":"OKP","crv":"Ed25519","x":")" + base64url(a) + '"' + mas + '}';
    }
    std::string firma(std::string_view texto, bool pss = false) const {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> c{EVP_MD_CTX_new(), EVP_MD_CTX_free};
        EVP_PKEY_CTX* modo = nullptr;
        if (EVP_DigestSignInit(c.get(), &modo, alg_ == "EdDSA" ? nullptr : EVP_sha256(), nullptr, llave_.get()) != 1)
            throw std::runtime_error{"EVP_DigestSignInit"};
        if (pss) {
            EVP_PKEY_CTX_set_rsa_padding(modo, RSA_PKCS1_PSS_PADDING);
            EVP_PKEY_CTX_set_rsa_pss_saltlen(modo, RSA_PSS_SALTLEN_DIGEST);
        }
        const auto* datos = reinterpret_cast<const unsigned char*>(texto.data());
        std::size_t n = 0;
        EVP_DigestSign(c.get(), nullptr, &n, datos, texto.size());
        std::string firma(n, '\0');
        if (EVP_DigestSign(c.get(), reinterpret_cast<unsigned char*>(firma.data()), &n, datos, texto.size()) != 1)
            throw std::runtime_error{"EVP_DigestSign"};
        firma.resize(n);
        return alg_ == "ES256" ? cruda(firma) : firma;
    }
    // header.payload.signature
    std::string token(const std::string& cabeza, const std::string& datos, bool pss = false) const {
        const auto texto = base64url(cabeza) + '.' + base64url(datos);
        return texto + '.' + base64url(firma(texto, pss));
    }

private:
    LlaveJose(std::string kid, std::string alg, EVP_PKEY* llave)
        : kid_(std::move(kid)), alg_(std::move(alg)), llave_(llave, EVP_PKEY_free) {
        if (llave == nullptr) throw std::runtime_error{"no key"};
    }
    std::string numero(const char* cual, int bytes = 0) const {
        BIGNUM* n = nullptr;
        if (EVP_PKEY_get_bn_param(llave_.get(), cual, &n) != 1) throw std::runtime_error{cual};
        std::string crudo(static_cast<std::size_t>(bytes != 0 ? bytes : BN_num_bytes(n)), '\0');
        BN_bn2binpad(n, reinterpret_cast<unsigned char*>(crudo.data()), static_cast<int>(crudo.size()));
        BN_free(n);
        return crudo;
    }
    static std::string cruda(const std::string& der) {
        const auto* p = reinterpret_cast<const unsigned char*>(der.data());
        const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> s{d2i_ECDSA_SIG(nullptr, &p, static_cast<long>(der.size())),
                                                                      ECDSA_SIG_free};
        std::string rs(64, '\0');
        BN_bn2binpad(ECDSA_SIG_get0_r(s.get()), reinterpret_cast<unsigned char*>(rs.data()), 32);
        BN_bn2binpad(ECDSA_SIG_get0_s(s.get()), reinterpret_cast<unsigned char*>(rs.data()) + 32, 32);
        return rs;
    }

    std::string kid_, alg_;
    std::shared_ptr<EVP_PKEY> llave_;
};

class ProveedorOidc {
public:
    enum class Falla : std::uint8_t { ninguna, calla, corta, error_500, basura, de_otro };

    ProveedorOidc() : servidor_([this](const Pedido& p) { return atender(p); }) {}

    std::string emisor() const { return servidor_.url(""); }
    void llaves(std::vector<std::string> jwks) {
        const std::scoped_lock lock{mutex_};
        jwks_ = std::move(jwks);
    }
    void falla(Falla f) {
        const std::scoped_lock lock{mutex_};
        falla_ = f;
    }
    // What the code "bueno" is worth.
    void canje(std::string idToken) {
        const std::scoped_lock lock{mutex_};
        idToken_ = std::move(idToken);
    }
    std::vector<Pedido> pedidos() const { return servidor_.pedidos(); }
    int veces(std::string_view ruta) const {
        int n = 0;
        for (const auto& p : servidor_.pedidos()) n += p.ruta == ruta ? 1 : 0;
        return n;
    }

private:
    Contestacion atender(const Pedido& p) {
        const std::scoped_lock lock{mutex_};
        const auto json = [](int estado, const std::string& cuerpo) {
            return Contestacion{.bytes = respuesta_http(estado, "application/json", cuerpo)};
        };
        switch (falla_) {
            case Falla::calla: return {.calla = true};
            case Falla::corta: return {};
            case Falla::error_500: return json(500, "{}");
            case Falla::basura: return json(200, "{\"issuer\":");
            case Falla::ninguna:
            case Falla::de_otro: break;
        }
        const auto base = servidor_.url("");
        if (p.ruta == "/.well-known/openid-configuration")
            return json(200, R"({"issuer":")" + (falla_ == Falla::de_otro ? "https://otro.ejemplo" : base) + R"(","jwks_uri":")" +
                                 base + R"(/llaves","token_endpoint":")" + base +
                                 R"(/token","claims_supported":["sub"],"x":{"y":[1]}})");
        if (p.ruta == "/llaves") {
            std::string lista;
            for (const auto& k : jwks_) lista += (lista.empty() ? "" : ",") + k;
            return json(200, R"({"keys":[)" + lista + "]}");
        }
        if (p.ruta == "/token" && p.cuerpo.find("code=bueno") != std::string::npos)
            return json(200, R"({"access_token":"x","token_type":"Bearer","id_token":")" + idToken_ + "\"}");
        return json(400, R"({"error":"invalid_grant","error_description":"No such code."})");
    }

    std::mutex mutex_;
    std::vector<std::string> jwks_;
    Falla falla_ = Falla::ninguna;
    std::string idToken_;
    Servidor servidor_;
};

}  // namespace cacao::test
