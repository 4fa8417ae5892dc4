#pragma once
// The books of a provider that stamps: what two stand-ins of providers (pac_sw.hpp, pac_finkok.hpp) have in common, who differ in
// the words that they say it in. A sealed document is stamped once, by the key of tests (comprobantes.hpp); one that was stamped
// is cancelled by signed XML; the authority's stand-in says what became of it. What a test switches on goes wrong.

#include "base/azar.hpp"
#include "support/autoridad.hpp"
#include "support/servidor.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

struct Timbre {
    std::string uuid;  // version 4, as the provider writes it
    std::string sello, selloSat, fecha, cadena;
    std::string tfd;  // the node
    std::string xml;  // the whole document, stamped
    std::string emisor, receptor, total, noCertificado;
    std::string customid;
    bool enviado = true;  // to the authority
};

// A verdict on what was sent to be stamped: "" a new stamp; 307 or 3307 an earlier one (of the document, of its customid); any
// other code without a stamp.
struct Timbrado {
    std::string codigo;
    std::optional<Timbre> timbre = {};
};

struct PeticionCancelacion {
    std::string codigo = {};  // of the whole request: "" it was read and its signature holds
    std::string detalle = {};
    std::string rfc = {}, fecha = {};
    std::vector<std::pair<std::string, std::string>> folios = {};  // UUID as it was written, and its code
};

enum class FallaPac : std::uint8_t {
    ninguna,
    // Of any call.
    corta_antes,        // the connection ends, and nothing was done
    corta_despues,      // it was done, and the connection ends
    detiene_antes,      // waits for soltar(), then does it
    detiene_despues,    // does it, then waits for soltar()
    error_500,          // nothing was done
    error_500_despues,  // it was done
    basura,             // done, and answered with bytes that are nothing
    trunca,             // done, and half of the answer arrives
    doble,              // done, and the same answer comes twice
    anterior,           // done, and answered with what the call before was answered
    ajeno,              // done, and answered with the stamp of another document
    // Of what they apply to: these wait for it.
    sin_datos,  // 307 without the stamp that there is
    aun_no,     // 205: the authority has not heard of what is to be cancelled
};

class Pac {
public:
    struct Llamada {
        std::string operacion;
        FallaPac falla = FallaPac::ninguna;
    };
    enum class Resuelve { aceptada, rechazada, plazo_vencido };

    // For the next calls, of that operation where one is named. Several wait for each other, in the order of the enumeration.
    void falla(FallaPac f, int veces = 1, std::string operacion = {});
    // From here on each call fails so with so many chances in a thousand; nothing: no more.
    void falla_al_azar(std::uint64_t semilla, std::vector<std::pair<FallaPac, int>> por_mil);
    void sin_fallas();
    // False when not so many are held within a minute.
    bool detenidas(int cuantas);
    void soltar();  // those that are held

    // Until it is said anew, whoever receives a document has to accept that it is cancelled: "En proceso".
    void con_aceptacion(bool si);
    void resolver(const std::string& uuid, Resuelve como);
    void no_cancelable(const std::string& uuid);
    // The moment of stamping; without one, the document's own. A document of more than 72 hours before it is refused.
    void reloj(std::string fecha);
    void saldo(std::int64_t timbres);
    // The authority says of this provider's documents what became of them here, to whoever names them rightly. The provider must
    // live longer than its questions.
    void informa_a(Autoridad& sat);
    std::optional<DichoSat> en_el_sat(const Expresion& e) const;

    std::vector<Llamada> llamadas() const;
    int veces(std::string_view operacion) const;
    std::size_t timbrados() const;  // stamps that were made
    std::vector<Timbre> timbres() const;
    struct CancelacionPedida {
        std::string uuid, motivo, sustitucion;
    };
    std::vector<CancelacionPedida> cancelaciones() const;  // that were received (201), in order

protected:
    explicit Pac(bool uuid_mayusculas) : mayusculas_(uuid_mayusculas) {}
    ~Pac() = default;

    // One call with what is to go wrong in it. `hacer` gets the fault, for those that only it can make.
    Contestacion atender(const std::string& operacion, const std::string& caida,
                         const std::function<std::string(FallaPac)>& hacer);
    void cerrar();  // whoever is held leaves, for good

    Timbrado timbrar(std::string_view xml, const std::string& customid, bool enviar);
    // An earlier stamp, of this document or under this UUID.
    std::optional<Timbre> timbre_de(std::string_view xml) const;
    std::optional<Timbre> timbre_por_uuid(std::string_view uuid) const;
    // That of another document: the last one, or one that never was.
    Timbre timbre_ajeno(const Timbre& este) const;
    PeticionCancelacion cancelar(std::string_view xml, const std::string& operacion);
    std::string acuse_de(std::string_view uuid) const;  // "" while there is none
    void anotar_acuse(const PeticionCancelacion& p, const std::string& acuse);
    bool toca(FallaPac f, const std::string& operacion);
    std::int64_t saldo() const;
    void sin_limite(bool si);
    bool sin_limite() const;
    void olvidar_customids();
    void enviar_todo_al_sat();

private:
    enum class Estado : std::uint8_t { vigente, no_cancelable, en_proceso, sin_aceptacion, con_aceptacion, rechazada, vencido };
    struct Asiento {
        Timbre timbre;
        Estado estado = Estado::vigente;
        std::string acuse;
    };
    struct Pendiente {
        FallaPac falla;
        int veces;
        std::string operacion;
    };
    Asiento* buscar(std::string_view uuid);
    const Asiento* buscar(std::string_view uuid) const;
    std::string cancelar_uno(const std::string& operacion, const std::string& rfc, const CancelacionPedida& c);
    bool toca_ya(FallaPac f, const std::string& operacion);
    void detener(std::unique_lock<std::mutex>& lock);

    const bool mayusculas_;
    mutable std::mutex mutex_;
    std::condition_variable cambio_;
    std::vector<Asiento> asientos_;
    std::map<std::string, std::size_t, std::less<>> por_sello_, por_customid_;
    std::vector<CancelacionPedida> cancelaciones_;
    std::vector<Llamada> llamadas_;
    std::vector<Pendiente> pendientes_;
    std::vector<std::pair<FallaPac, int>> por_mil_;
    Azar azar_{0};
    std::string anterior_;
    int detenidas_ = 0;
    int soltadas_ = 0;
    bool cerrado_ = false;
    bool con_aceptacion_ = false;
    std::string reloj_;
    std::int64_t saldo_ = 1000;
    bool sin_limite_ = false;
};

}  // namespace cacao::test
