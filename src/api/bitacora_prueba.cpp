// Proving the audit log: the chain of its rows, the heads over it, and anchors taken of them.

#include "api/bitacora_cadena.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <vector>

namespace cacao::api {
namespace bitacora {
namespace {

std::string head_text(std::int64_t organizacionId, const Cabeza& head) {
    return fmt::format("{}/{}/{}/{}/{}/{}/{}", organizacionId, head.numero, head.posicion, head.cuenta, head.instante.micros(),
                       hexadecimal(head.sello), hexadecimal(head.llave));
}

}  // namespace

namespace {

std::string seal_by_second(std::string_view previous, std::int64_t posicion, const FilaDeBitacora& fila) {
    std::string text{previous};
    text += std::to_string(posicion);
    reflect::write_json(text, fila);
    return sha256(text);
}

}  // namespace

std::string seal_of(std::string_view previous, std::int64_t posicion, const FilaDeBitacora& fila) {
    std::string text{previous};
    fmt::format_to(std::back_inserter(text), "{}.{}", posicion, fila.instante.micros());
    reflect::write_json(text, fila);
    return sha256(text);
}

bool is_seal_of(std::string_view sello, std::string_view previous, std::int64_t posicion, const FilaDeBitacora& fila) {
    return sello == seal_of(previous, posicion, fila) || sello == seal_by_second(previous, posicion, fila);
}

std::string coded_text(std::int64_t organizacionId, const Cabeza& head, const std::optional<Cabeza>& previous) {
    const auto before = previous ? head_text(organizacionId, *previous) + '/' + hexadecimal(previous->codigo) : std::string{};
    return head_text(organizacionId, head) + '/' + hexadecimal(sha256(before));
}

}  // namespace bitacora

using namespace bitacora;

namespace {

using Broken = std::function<void(const std::string&)>;

constexpr std::string_view heads_where =
    "SELECT numero, posicion, cuenta, instante, sello, llave, codigo FROM bitacoraCabeza WHERE organizacionId = $1";

std::optional<Cabeza> head_of(db::Reader& tx, std::int64_t numero) {
    return tx.one<Cabeza>(std::string{heads_where} + " AND numero = $2", tx.organizacion(), numero);
}

// Heads follow each other without a gap, each begins where the one before ends, and each has the code of its key.
Cadena walk_heads(db::Reader& tx, const HeadSeal* seal, const Broken& broken, const std::optional<Cabeza>& desde) {
    const auto organizacionId = tx.organizacion();
    const std::string key = seal == nullptr ? std::string{} : seal->llave();
    Cadena cadena{.ultima = desde};
    auto& previous = cadena.ultima;
    bool ours = desde && seal != nullptr && desde->llave == key;
    std::int64_t foreign = 0;  // the first head of another key behind one of ours: whoever has no key lays such
    for (;;) {
        const std::int64_t numero = previous ? previous->numero : 0;
        const auto heads = tx.all<Cabeza>(std::string{heads_where} + " AND numero > $2 ORDER BY numero LIMIT $3", organizacionId,
                                          numero, seal_batch);
        for (const auto& head : heads) {
            const std::int64_t expected = previous ? previous->numero + 1 : 1;
            if (head.numero != expected)
                broken(fmt::format("bitacoraCabeza: organizacionId {} lacks head {}", organizacionId, expected));
            else if (head.posicion - head.cuenta != (previous ? previous->posicion : 0))
                broken(fmt::format("bitacoraCabeza: organizacionId {}, head {} does not begin where the one before ends",
                                   organizacionId, head.numero));
            if (seal == nullptr || head.llave != key) {
                ++cadena.sin_llave;
                cadena.sin_llave_hasta = head.posicion;
                if (ours && foreign == 0) foreign = head.numero;
            } else {
                if (head.codigo != seal->code(coded_text(organizacionId, head, previous)))
                    broken(fmt::format("bitacoraCabeza: organizacionId {}, head {} does not have the code of this key",
                                       organizacionId, head.numero));
                ours = true;
            }
            previous = head;
        }
        if (heads.size() < seal_batch) break;
    }
    if (foreign != 0)
        broken(fmt::format("bitacoraCabeza: organizacionId {}, head {} is of another key, and stands behind heads of this one",
                           organizacionId, foreign));
    return cadena;
}

// What the heads of a stretch say of the seals of their last rows.
std::multimap<std::int64_t, std::pair<std::int64_t, std::string>> heads_between(db::Reader& tx, std::int64_t after,
                                                                                std::int64_t until) {
    std::multimap<std::int64_t, std::pair<std::int64_t, std::string>> heads;
    tx.each(R"(
        SELECT posicion, numero, sello FROM bitacoraCabeza WHERE organizacionId = $1 AND posicion > $2 AND posicion <= $3)",
            [&](const db::Row& row) {
                heads.emplace(row.integer(0), std::pair{row.integer(1), std::string{row.text(2)}});
            },
            tx.organizacion(), after, until);
    return heads;
}

// The position of the last row.
std::int64_t walk_rows(db::Reader& tx, const Broken& broken, const std::optional<Cabeza>& desde) {
    std::string previous = desde ? desde->sello : std::string{};
    std::int64_t posicion = desde ? desde->posicion : 0;
    for (;;) {
        std::vector<std::pair<std::int64_t, std::string>> seals;
        std::vector<FilaDeBitacora> filas;
        tx.each(R"(
            SELECT posicion, sello, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, antes, despues, traza
            FROM bitacora WHERE organizacionId = $1 AND posicion > $2 ORDER BY posicion LIMIT $3)",
                [&](const db::Row& row) {
                    seals.emplace_back(row.integer(0), row.text(1));
                    filas.push_back({row.integer(2), Instante::de_micros(row.integer(3)), row.integer(4), row.integer(5),
                                     std::string{row.text(6)}, std::string{row.text(7)}, row.integer(8), std::string{row.text(9)},
                                     std::string{row.text(10)}, std::string{row.text(11)}});
                },
                tx.organizacion(), posicion, seal_batch);
        if (filas.empty()) return posicion;
        const auto heads = heads_between(tx, posicion, seals.back().first);
        for (std::size_t i = 0; i < filas.size(); ++i) {
            const auto expected = posicion + 1;
            if (seals[i].first != expected)
                broken(fmt::format("bitacora: organizacionId {} lacks position {}", tx.organizacion(), expected));
            posicion = seals[i].first;
            if (!is_seal_of(seals[i].second, previous, posicion, filas[i]))
                broken(fmt::format("bitacora: organizacionId {}, bitacoraId {} does not match its seal", tx.organizacion(),
                                   filas[i].bitacoraId));
            previous = seals[i].second;
            const auto [first, last] = heads.equal_range(posicion);
            for (auto head = first; head != last; ++head)
                if (head->second.second != previous)
                    broken(fmt::format("bitacora: organizacionId {}, position {} does not have the seal of head {}",
                                       tx.organizacion(), posicion, head->second.first));
        }
    }
}

// What happened left rows: a log that was deleted with its heads lacks them. Nor does any row stand before the first.
void look_for_rows(db::Reader& tx, const Broken& broken) {
    tx.each(
        "SELECT bitacoraId FROM bitacora WHERE organizacionId = $1 AND posicion <= 0 ORDER BY bitacoraId LIMIT 100",
        [&](const db::Row& row) {
            broken(fmt::format("bitacora: organizacionId {}, bitacoraId {} has no position of the chain", tx.organizacion(),
                               row.integer(0)));
        },
        tx.organizacion());
    tx.each(R"(
        SELECT e.eventoId FROM eventoRegistro e
        WHERE e.organizacionId = $1 AND e.eventoId <> e.registroId  -- those of before there were events
          AND e.datos = ''                                          -- those that tell something are of no row
          AND NOT EXISTS (SELECT 1 FROM bitacora b WHERE b.organizacionId = $1 AND b.bitacoraId = e.eventoId) LIMIT 100)",
            [&](const db::Row& row) {
                broken(fmt::format("bitacora: organizacionId {} lacks bitacoraId {}, of which there is an event",
                                   tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT entidadId FROM contacto WHERE organizacionId = $1
        UNION ALL SELECT productoId FROM producto WHERE organizacionId = $1
        EXCEPT SELECT registroId FROM eventoRegistro WHERE organizacionId = $1 AND datos = '' ORDER BY 1 LIMIT 100)",
            [&](const db::Row& row) {
                broken(fmt::format("bitacora: organizacionId {} tells no event of the contact or product {}", tx.organizacion(),
                                   row.integer(0)));
            },
            tx.organizacion());
    // A document leaves a row as it is registered and one as it is cancelled, a settlement one as it is made and one as it is
    // undone, each under its identifier, which nothing else in the database has.
    tx.each(R"(
        WITH escritas AS (SELECT registroId, COUNT(*) AS filas FROM bitacora WHERE organizacionId = $1 GROUP BY registroId),
             sucesos AS (SELECT transaccionId AS registroId, COUNT(*) AS filas FROM evento
                         WHERE organizacionId = $1 AND evento IN ('registrado', 'cancelado') GROUP BY transaccionId
                         UNION ALL
                         SELECT aplicacionId, CASE estado WHEN 'vigente' THEN 1 ELSE 2 END FROM aplicacion
                         WHERE organizacionId = $1)
        SELECT s.registroId, CAST(s.filas - COALESCE(e.filas, 0) AS BIGINT)
        FROM sucesos s LEFT JOIN escritas e ON e.registroId = s.registroId
        WHERE COALESCE(e.filas, 0) < s.filas ORDER BY s.registroId LIMIT 100)",
            [&](const db::Row& row) {
                broken(fmt::format("bitacora: organizacionId {} lacks {} of what happened to {}", tx.organizacion(),
                                   row.integer(1), row.integer(0)));
            },
            tx.organizacion());
}

}  // namespace

void verify_owners(db::Reader& tx, const Broken& broken) {
    tx.each("SELECT organizacionId FROM bitacoraDeNadie ORDER BY organizacionId LIMIT 100", [&](const db::Row& row) {
        broken(fmt::format("bitacora: organizacionId {} has rows, and there is no such organization", row.integer(0)));
    });
}

std::optional<Cabeza> last_head(db::Reader& tx) {
    return tx.one<Cabeza>(std::string{heads_where} + " ORDER BY numero DESC LIMIT 1", tx.organizacion());
}

std::optional<Cabeza> last_head_before(db::Reader& tx, Instante momento) {
    const auto posicion = tx.one<std::int64_t>(R"(
        SELECT posicion FROM bitacora WHERE organizacionId = $1 AND posicion > 0 AND instante < $2 ORDER BY posicion DESC LIMIT 1)",
                                               tx.organizacion(), momento);
    if (!posicion) return std::nullopt;
    return tx.one<Cabeza>(std::string{heads_where} + " AND posicion <= $2 ORDER BY posicion DESC, numero DESC LIMIT 1",
                          tx.organizacion(), *posicion);
}

Cadena verify_chain(db::Reader& tx, const HeadSeal* seal, const Broken& broken, std::optional<Cabeza> desde) {
    auto cadena = walk_heads(tx, seal, broken, desde);
    if (!desde) look_for_rows(tx, broken);
    const auto end = walk_rows(tx, broken, desde);
    const auto head_end = cadena.ultima ? cadena.ultima->posicion : 0;
    if (end < head_end)
        broken(fmt::format("bitacora: organizacionId {} ends at position {}, and its last head at {}", tx.organizacion(), end,
                           head_end));
    if (end > head_end)
        broken(fmt::format("bitacora: organizacionId {}, positions {} to {} stand under no head", tx.organizacion(), head_end + 1,
                           end));
    return cadena;
}

std::string anchor_of(std::int64_t organizacionId, const Cabeza& cabeza) {
    return fmt::format("cacao1.{}.{}.{}.{}.{}", organizacionId, cabeza.numero, cabeza.posicion, hexadecimal(cabeza.sello),
                       hexadecimal(cabeza.codigo));
}

std::optional<Ancla> read_anchor(std::string_view texto) {
    constexpr std::string_view start = "cacao1.";
    if (!texto.starts_with(start)) return std::nullopt;
    Ancla ancla{0, 0, std::string{texto}};
    const char* const end = texto.data() + texto.size();
    const auto organizacion = std::from_chars(texto.data() + start.size(), end, ancla.organizacionId);
    if (organizacion.ec != std::errc{} || organizacion.ptr == end || *organizacion.ptr != '.') return std::nullopt;
    const auto numero = std::from_chars(organizacion.ptr + 1, end, ancla.numero);
    if (numero.ec != std::errc{} || numero.ptr == end || *numero.ptr != '.') return std::nullopt;
    return ancla;
}

std::optional<Cabeza> anchored_head(db::Reader& tx, const Ancla& ancla) {
    auto head = head_of(tx, ancla.numero);
    if (!head || anchor_of(tx.organizacion(), *head) != ancla.texto) return std::nullopt;
    return head;
}

}  // namespace cacao::api
