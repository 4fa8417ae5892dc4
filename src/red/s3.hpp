#pragma once
// Contents in a store of the S3 kind (Amazon's, or any that speaks as it does), by path: https://host/bucket/key. Nothing is kept
// between calls; each is signed (red/firma.hpp) and its body with it, so that what arrives is what was sent.

#include "red/cliente.hpp"
#include "red/firma.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::red {

struct CuentaS3 {
    std::string direccion;  // https://host[:port][/path]
    std::string region = "us-east-1";
    std::string cubeta;  // bucket
    std::string llave;
    std::string secreto;
};

struct ObjetoS3 {
    std::string clave;
    std::int64_t bytes = 0;
    std::string etag;  // without quotes
};

struct ListaS3 {
    std::vector<ObjetoS3> objetos;
    std::string siguiente;  // where the next page begins; empty at the end
};

// What the store answered instead: its code (AccessDenied, SlowDown…) and what it says about it.
class RechazoS3 : public Fallo {
public:
    RechazoS3(int estado, std::string codigo, const std::string& texto)
        : Fallo(texto), estado_(estado), codigo_(std::move(codigo)) {}
    int estado() const { return estado_; }
    const std::string& codigo() const { return codigo_; }

private:
    int estado_;
    std::string codigo_;
};

class AlmacenS3 {
public:
    // Throws std::invalid_argument where the address or the bucket is none. The client must live longer.
    AlmacenS3(const Cliente& cliente, CuentaS3 cuenta);

    // How one call goes: until when, and who is asked meanwhile whether to give up.
    struct Modo {
        std::chrono::milliseconds limite{60'000};
        std::function<bool()> abandonar;
    };

    // Makes or replaces. `sha256` (hexadecimal) is worked out, by reading once more, unless it is known.
    void poner(std::string_view clave, const Fuente& contenido, std::string_view tipo, const Modo& modo,
               std::string sha256 = {}) const;
    // Whole and in pieces to `destino`, at most `maximo` bytes. False where there is none. What was handed out before a Fallo is
    // a part, and for whoever took it to throw away.
    bool traer(std::string_view clave, std::uint64_t maximo, const Destino& destino, const Modo& modo) const;
    std::optional<std::string> traer(std::string_view clave, std::uint64_t maximo, const Modo& modo) const;
    std::optional<ObjetoS3> ver(std::string_view clave, const Modo& modo) const;
    // Nothing happens where there is none.
    void borrar(std::string_view clave, const Modo& modo) const;
    // In the order of their keys, from `desde` (`siguiente` of the page before).
    ListaS3 listar(std::string_view prefijo, const std::string& desde, int cuantos, const Modo& modo) const;

private:
    using Consulta = std::vector<std::pair<std::string, std::string>>;
    Peticion peticion(const std::string& metodo, std::string_view clave, const Consulta& consulta, const std::string& huella,
                      const Modo& modo) const;
    Respuesta pedir(const Peticion& peticion, const Modo& modo) const;

    const Cliente& cliente_;
    CuentaS3 cuenta_;
    std::string host_;
    std::string raiz_;  // path of the bucket, encoded
};

}  // namespace cacao::red
