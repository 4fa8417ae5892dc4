#pragma once
// Contents of files: kept once for each organization, known by their SHA-256. Small ones stand in the database, larger ones in a
// store outside of it (Almacen), under a place of their own.
//
// Nothing outside happens in a transaction, and nothing that a row names is ever taken away. So a content that goes outside has a
// row first (`listo` false, committed by itself), with a place that was never anybody's; then it is put there; then the
// transaction that names it makes the row `listo`. A row that stays behind, because that transaction never came, is collected
// after a while: whoever sends the same content later gets another place, and what is taken away late is never what somebody just
// put.

#include "api/context.hpp"
#include "api/spool.hpp"
#include "base/function_ref.hpp"
#include "reflect/types.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::api {

// Where contents are kept outside of the database. A place is a short path of letters, digits, '/' and '-'. What goes wrong is
// thrown as db::DbError(unavailable).
class Almacen {
public:
    virtual ~Almacen() = default;
    // Whole or not at all, and on disk when it returns. Again with the same bytes: nothing happens.
    virtual void put(const std::string& lugar, std::string_view bytes) = 0;
    // Nothing where there is none.
    virtual std::optional<std::string> get(const std::string& lugar) const = 0;
    virtual bool has(const std::string& lugar) const = 0;
    // What is not there is gone already.
    virtual void remove(const std::string& lugar) = 0;
    virtual void list(FunctionRef<void(const std::string& lugar, std::uint64_t bytes)> each) const = 0;
    // Takes away what somebody began to put, long ago, and never ended.
    virtual void ordenar() {}
    // As a file that is read bit by bit, where the store has such.
    virtual std::shared_ptr<const Spool> open(const std::string& /*lugar*/) const { return nullptr; }
};

// Codes over the addresses of files, under a key of the installation.
class FirmaDeEnlaces {
public:
    virtual ~FirmaDeEnlaces() = default;
    virtual std::string code(std::string_view text) const = 0;  // bytes
    // Whether it is this code, in a time that does not tell how nearly.
    virtual bool made(std::string_view code, std::string_view text) const = 0;
};

struct AjustesDeArchivos {
    std::uint64_t maximo = 10U << 20U;       // bytes of a file
    std::uint64_t en_base = 1U << 20U;       // up to here it stands in the database; without a store all of them do
    std::chrono::seconds vigencia{15 * 60};  // of an address
    Almacen* almacen = nullptr;
    const FirmaDeEnlaces* firma = nullptr;  // none: addresses ask for a token
};
// Before operations are entered; the store and the signature outlive all use.
void poner_archivos(const AjustesDeArchivos& ajustes);
const AjustesDeArchivos& archivos();

// The largest body of a request that brings files: two of the largest, and one of them in base64.
std::uint64_t cuerpo_de_archivos();

// How long a content may wait for who names it.
inline constexpr std::chrono::hours espera_de_contenido{24};

// What is known of a content before the transaction that names it.
struct ContenidoListo {
    std::string sha256;  // 64 hexadecimal digits
    std::string tipo;    // by its bytes
    std::string lugar;   // outside; empty: in the database
};
// For the first half of an operation: fingerprints the bytes and, where they are too large for the database, puts them outside.
// Not when the operation is simulated. Who may not add them must have been refused before.
ContenidoListo preparar_contenido(const Context& ctx, std::string_view bytes, std::string_view tipo);
// In the transaction that names it. Refuses (saturado) what waited so long that it was collected: it is sent again.
void guardar_contenido(Context& ctx, const ContenidoListo& listo, std::string_view bytes);

// A content that is kept, and where.
struct ContenidoGuardado {
    std::string sha256;
    std::string tipo;
    std::int64_t tamano = 0;
    std::string lugar;  // outside; empty: the bytes are in `datos`
    std::string datos;
};
DESCRIBE_STRUCT(ContenidoGuardado, (), (sha256, tipo, tamano, lugar, datos))
std::optional<ContenidoGuardado> leer_contenido(db::Reader& tx, std::string_view sha256);
// Its bytes; those outside are fetched, so not while a transaction waits. Throws db::DbError(unavailable) when they are not
// there.
std::string bytes_de(ContenidoGuardado guardado);

// The address of a stored file: signed and good for a while, without a token.
std::string enlace_de(const Context& ctx, std::int64_t archivoId);
// Whose file an address is. Refuses enlace_invalido and enlace_vencido.
std::int64_t organizacion_del_enlace(std::int64_t archivoId, std::string_view boleto, Instante ahora);

// Takes away what waited longer than `espera_de_contenido`, of one organization; how many. `tx` of each step is its own.
std::int64_t recolectar_contenidos(db::Database& database, std::int64_t organizacionId, Instante ahora);

// Every content is there, unchanged, and what is named is `listo`.
void verificar_contenidos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao::api

namespace cacao {

// Bytes that travel as base64 in JSON: decoded as they are read, and written as their fingerprint, by which requests are
// compared.
struct EnBase64 {
    std::string bytes;
    std::string huella;
    static std::optional<EnBase64> leer(std::string_view texto);
};
template <>
struct TextForm<EnBase64> : TextFormBase<EnBase64, Codigo::base64_invalido> {
    static std::string_view texto(const EnBase64& v) { return v.huella; }
    static constexpr std::string_view esquema = R"("type":"string","contentEncoding":"base64")";
    static constexpr std::string_view ejemplo = "PD94bWwgdmVyc2lvbj0iMS4wIj8+PGEvPg==";
};

}  // namespace cacao
