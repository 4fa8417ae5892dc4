#pragma once
// The fiscal side of a document that we issue: a row beside it which says how far its CFDI has come. Whoever has it stamped or
// cancelled (rooms/timbrado) is asked for by work outside of requests, one for each document; here is what may follow what.
//
//     porTimbrar ─► enviado ─► timbrado ─► porCancelar ─► enCancelacion ─► cancelado
//          ▲   └────────┴─► rechazado            ▲              └─► cancelacionRechazada
//          └────────────────────┘                └──────────────────────────┘

#include "api/context.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class EstadoTimbrado : std::uint8_t {
    porTimbrar,
    enviado,
    timbrado,
    rechazado,
    porCancelar,
    enCancelacion,
    cancelado,
    cancelacionRechazada
};
DESCRIBE_ENUM(EstadoTimbrado, porTimbrar, enviado, timbrado, rechazado, porCancelar, enCancelacion, cancelado,
              cancelacionRechazada)

// When documents of a series are stamped.
enum class TimbradoDeSerie : std::uint8_t { alRegistrar, aSolicitud, nunca };
DESCRIBE_ENUM(TimbradoDeSerie, alRegistrar, aSolicitud, nunca)

inline constexpr std::string_view oficio_timbrado = "Timbrado";
inline constexpr std::string_view oficio_complementos = "Complementos";

struct FilaTimbrado {
    std::int64_t transaccionId = 0;
    Nombrado<EstadoTimbrado> estado;
    std::string proveedor;
    std::string xml;
    std::int64_t trabajoId = 0;
    std::int64_t toma = 0;
    std::int64_t intentos = 0;
    std::string uuid;
    std::optional<Instante> timbradoEn;
    std::int64_t archivoId = 0;
    Importe total;
    std::string codigo;
    std::string mensaje;
    std::string motivo;
    std::string uuidSustitucion;
    std::optional<Fecha> cancelacionFecha;
    bool conAplicaciones = false;
    Instante creadoEn;
    Instante modificadoEn;

    bool es(EstadoTimbrado uno) const { return estado == reflect::enum_name(uno); }
    // The authority has it, as far as is known here, and has not cancelled it.
    bool vivo() const { return !uuid.empty() && !es(EstadoTimbrado::cancelado); }
};
DESCRIBE_STRUCT(FilaTimbrado, (),
                (transaccionId, estado, proveedor, xml, trabajoId, toma, intentos, uuid, timbradoEn, archivoId, total, codigo,
                 mensaje, motivo, uuidSustitucion, cancelacionFecha, conAplicaciones, creadoEn, modificadoEn))
std::optional<FilaTimbrado> leer_timbrado(db::Reader& tx, std::int64_t transaccionId);

// The authority was asked to take back the CFDI of a document, and has not said yet. Of a document that the caller holds.
bool se_cancela_su_cfdi(db::Reader& tx, std::int64_t transaccionId);

// Asks for its stamp, in this transaction: a row that is new, or one that was refused and begins again. Whoever asks twice asks
// once.
void pedir_timbre(Context& ctx, std::int64_t transaccionId);
// Asks the authority to take it back. `fecha` is that of the reversal in the books, when it was said.
struct CancelacionFiscal {
    std::string motivo;  // c_Motivo: 01 to 04
    std::string uuidSustitucion;
    std::optional<Fecha> fecha;
    bool conAplicaciones = false;
};
void pedir_cancelacion(Context& ctx, const FilaTimbrado& fila, const CancelacionFiscal& pedida);

// What became of it. Each raises the version of the document and tells its event.
struct Enviado {
    std::string proveedor;
    std::string xml;
    Importe total;
    std::int64_t trabajoId = 0;
    std::int64_t toma = 0;
};
void anotar_enviado(Context& ctx, std::int64_t transaccionId, const Enviado& enviado);
struct Estampado {
    std::string uuid;
    Instante cuando;
    std::int64_t archivoId = 0;
    std::string codigo;
    std::string mensaje;
};
// Also the folio and the moment of the document itself, and the message to its contact where that is wanted.
void anotar_timbrado(Context& ctx, std::int64_t transaccionId, const Estampado& estampado);
struct Dicho {
    std::string codigo;
    std::string mensaje;
    std::string acuse = {};
};
// To rechazado, enCancelacion, cancelado or cancelacionRechazada.
void anotar_fin(Context& ctx, std::int64_t transaccionId, EstadoTimbrado estado, const Dicho& dicho);
// Asks for the complements of a payment, or an advance, to be looked at (verbos/complemento.hpp): what it paid, or the paper of
// that, has changed. Where nobody stamps and there are none, nothing is asked.
void pedir_complementos(Context& ctx, std::int64_t pagoId);

// What the CFDI of an invoice says of an advance that was applied to it.
struct AnticipoDicho {
    std::int64_t aplicacionId = 0;
    bool descontado = false;  // the invoice is for so much less; otherwise it names the advance, and an egress takes it off
};
DESCRIBE_STRUCT(AnticipoDicho, (), (aplicacionId, descontado))
// Whether these are applied to it still: in the transaction that stores what was sealed
// outside of it. What was applied since is not named, and comes off by an egress.
bool siguen_aplicados(db::Reader& tx, std::int64_t facturaId, const std::vector<AnticipoDicho>& dichos);
// As it is sealed, in the place of what it said before.
void anotar_anticipos(Context& ctx, std::int64_t facturaId, const std::vector<AnticipoDicho>& dichos);
// The invoice leaves the books: what it took off as a discount is undone with it. Answers those.
std::vector<std::int64_t> soltar_anticipos(Context& ctx, std::int64_t facturaId);
// The invoice from which an application was taken off as a discount and which says so still; 0: none.
std::int64_t factura_que_lo_descuenta(db::Reader& tx, std::int64_t aplicacionId);
// Whether somebody stamps for the organization.
bool hay_quien_timbre(db::Reader& tx);
// Whether books follow a cancellation as it is asked for, and not at the authority's word.
bool libros_al_solicitar(db::Reader& tx);

}  // namespace cacao::engine
