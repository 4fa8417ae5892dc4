#pragma once
// Delivers what happens to those who subscribed. It follows events by their position, so registering costs nothing for however
// many subscriptions. A subscription is taken for a while by some instance (a conditional UPDATE of `tomadaHasta`); what it is to
// be told is a row before it is sent, and results are stored in groups: at least once, never lost. Of one thing, events go one
// after the other; of different things up to eight at once.

#include "api/avisos.hpp"
#include "api/operations.hpp"
#include "red/enviador.hpp"
#include "rooms/eventos/vecinos.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cacao::eventos {

// How long is waited after so many attempts that failed; nothing when there is no other.
std::optional<std::int64_t> espera_tras_entrega(std::int64_t fallidos);
inline constexpr std::int64_t intentos_de_entrega = 14;
// Without any success for so long a subscription is given up.
inline constexpr std::int64_t segundos_sin_exito = 7LL * 24 * 60 * 60;

class Repartidor {
public:
    struct Ajustes {
        Vecinos vecinos;
        std::function<void(std::int64_t)> escribio;  // something was written for an organization: its events want their positions
        api::NoticeObserver* contador = nullptr;
        bool reparte = true;  // false: it is left to other instances; stock is told all the same
    };
    Repartidor(db::Database& database, const Reloj& reloj, const api::Operations& operaciones, Ajustes ajustes);
    ~Repartidor();
    Repartidor(const Repartidor&) = delete;
    Repartidor& operator=(const Repartidor&) = delete;

    // Events of an organization can be seen that could not before. From any thread, soon back.
    void paso_algo(std::int64_t organizacionId);
    // Nothing is sent from here on; what is under way is given up and sent again later, and subscriptions are given back.
    void cerrar();
    void acabar();

private:
    using Clock = std::chrono::steady_clock;
    // One event on its way.
    struct Envio {
        std::int64_t posicion = 0;
        std::int64_t intentos = 0;
        std::string historia;
        std::string id;
        std::string cuerpo;
    };
    struct Hecho {
        Envio envio;
        Instante cuando;
        std::int64_t codigo = 0;
        std::string error;
        std::int64_t milisegundos = 0;
        std::int64_t pausa = 0;
    };
    // A subscription that this instance has.
    struct Curso {
        std::int64_t organizacionId = 0;
        std::int64_t suscripcionId = 0;
        std::int64_t toma = 0;
        std::mutex mutex;
        // Guarded by it, since answers come by another thread.
        std::string url;
        std::vector<std::string> secretos;
        std::deque<Envio> por_enviar;
        std::set<std::int64_t> en_mano;  // positions that are to be sent, on their way, or not stored yet
        std::vector<Hecho> hechos;
        int en_camino = 0;
        Clock::time_point cargado;   // when what is to be sent was judged
        Clock::time_point no_antes;  // after a fault
        Clock::time_point hasta;     // sent no later: the subscription is another's soon after
    };
    using CursoPtr = std::shared_ptr<Curso>;
    using Llave = std::pair<std::int64_t, std::int64_t>;
    struct FilaDeReparto;
    struct Ciclo;

    void repartir();
    void mirar_organizacion(std::int64_t organizacionId);
    void contar_existencias_de(std::int64_t organizacionId);
    void hacer_ciclo(const CursoPtr& curso);
    bool en_ciclo(db::Writer& tx, const Curso& curso, Ciclo& ciclo);
    bool asentar(db::Writer& tx, FilaDeReparto& fila, Ciclo& ciclo);
    void recibir_eventos(db::Writer& tx, FilaDeReparto& fila, const api::Sesion& sesion);
    void reenviar(db::Writer& tx, FilaDeReparto& fila, const api::Sesion& sesion);
    void cargar(db::Writer& tx, const FilaDeReparto& fila, const api::Sesion& sesion, Ciclo& ciclo);
    void abandonar(db::Writer& tx, FilaDeReparto& fila, const std::string& motivo);
    void mandar(const CursoPtr& curso);
    void llego(const CursoPtr& curso, Envio&& envio, red::Enviador::Resultado&& r);
    void soltar_las_de_antes();
    void limpiar(std::int64_t organizacionId);
    void contar_espera();
    void devolver_todas();
    void avisar();

    db::Database& database_;
    const Reloj& reloj_;
    const api::Operations& operaciones_;
    Ajustes ajustes_;
    const std::chrono::milliseconds arriendo_;
    const std::string nombre_;
    std::mutex mutex_;
    std::condition_variable despierta_;
    std::set<std::int64_t> con_algo_;
    bool algo_llego_ = false;
    bool cerrado_ = false;
    std::map<Llave, CursoPtr> cursos_;                 // of the thread alone, as the next
    std::map<std::int64_t, Clock::time_point> mirar_;  // when an organization wants a look again
    std::map<std::int64_t, Clock::time_point> contado_;
    std::atomic<bool> cerrando_ = false;
    red::Enviador enviador_;
    std::thread hilo_;
};

}  // namespace cacao::eventos
