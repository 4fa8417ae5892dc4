#pragma once
// Somebody outside who is called over HTTP, on this machine: a listener on a free port of loopback that answers as it is told,
// one connection for each request, and keeps what it was asked.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cacao::test {

struct Pedido {
    std::string bytes;  // all of it, as it came
    std::string metodo;
    std::string ruta;  // with its query, as it was written
    std::string cuerpo;

    // "" where there is none; its name in any case.
    std::string encabezado(std::string_view nombre) const;
};

// What is sent, as it stands; then the connection ends. Nothing: it ends without a word.
struct Contestacion {
    std::string bytes = {};
    bool calla = false;  // says nothing until the other side has had enough
};
std::string respuesta_http(int estado, std::string_view tipo, std::string_view cuerpo);

class Servidor {
public:
    // Called from several threads at once.
    using Atiende = std::function<Contestacion(const Pedido&)>;

    explicit Servidor(Atiende atiende);
    explicit Servidor(Contestacion siempre);
    explicit Servidor(std::string siempre) : Servidor(Contestacion{.bytes = std::move(siempre)}) {}
    // Hangs up on whoever is still there, and waits for what is being answered.
    ~Servidor();
    Servidor(const Servidor&) = delete;
    Servidor& operator=(const Servidor&) = delete;

    std::string url(std::string_view ruta = "/") const;
    int puerto() const { return puerto_; }
    int visitas() const;                  // connections, whatever came through them
    std::vector<Pedido> pedidos() const;  // that came whole, in order
    std::string recibido() const;         // bytes of the last of them
    // False when nobody asks so often within a minute.
    bool espera(std::size_t pedidos) const;

private:
    void aceptar();
    void conversar(int s);

    Atiende atiende_;
    int escucha_ = -1;
    int puerto_ = 0;
    mutable std::mutex mutex_;
    mutable std::condition_variable mas_;
    std::vector<Pedido> pedidos_;
    int visitas_ = 0;
    std::set<int> abiertas_;
    struct Hilo {
        std::thread hilo;
        std::atomic<bool> acabo = false;
    };
    std::list<Hilo> hilos_;  // of the one that accepts
    std::thread aceptando_;
};

}  // namespace cacao::test
