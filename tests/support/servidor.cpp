#include "support/servidor.hpp"

#include "base/ascii.hpp"
#include "base/texto.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

namespace cacao::test {
namespace {

constexpr std::string_view fin_de_cabeza = "\r\n\r\n";

std::string campo_de_cabeza(std::string_view bytes, std::string_view nombre) {
    const auto cabeza = bytes.substr(0, bytes.find(fin_de_cabeza));
    for (auto i = cabeza.find("\r\n"); i != std::string_view::npos; i = cabeza.find("\r\n", i + 2)) {
        const auto renglon = cabeza.substr(i + 2, cabeza.find("\r\n", i + 2) - i - 2);
        const auto dos_puntos = renglon.find(':');
        if (dos_puntos != std::string_view::npos && iguales_ascii(renglon.substr(0, dos_puntos), nombre))
            return std::string{recortado(renglon.substr(dos_puntos + 1))};
    }
    return {};
}

void enviar_todo(int s, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::send(s, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

// Nothing when the other side leaves before it has said all.
std::optional<Pedido> recibir_pedido(int s) {
    Pedido p;
    std::string bytes(64 * 1024, '\0');
    std::size_t todo = std::string::npos;  // known once the head is here
    while (p.bytes.size() < todo) {
        const ssize_t n = ::recv(s, bytes.data(), bytes.size(), 0);
        if (n <= 0) return std::nullopt;
        p.bytes.append(bytes.data(), static_cast<std::size_t>(n));
        const auto cabeza = p.bytes.find(fin_de_cabeza);
        if (todo != std::string::npos || cabeza == std::string::npos) continue;
        const auto largo = p.encabezado("Content-Length");
        todo = cabeza + fin_de_cabeza.size() + (largo.empty() ? 0 : std::stoul(largo));
        if (iguales_ascii(p.encabezado("Expect"), "100-continue")) enviar_todo(s, "HTTP/1.1 100 Continue\r\n\r\n");
    }
    const auto espacio = p.bytes.find(' ');
    p.metodo = p.bytes.substr(0, espacio);
    p.ruta = p.bytes.substr(espacio + 1, p.bytes.find(' ', espacio + 1) - espacio - 1);
    p.cuerpo = p.bytes.substr(p.bytes.find(fin_de_cabeza) + fin_de_cabeza.size());
    return p;
}

}  // namespace

std::string Pedido::encabezado(std::string_view nombre) const { return campo_de_cabeza(bytes, nombre); }

std::string respuesta_http(int estado, std::string_view tipo, std::string_view cuerpo) {
    const std::string_view palabra = estado == 200   ? "OK"
                                     : estado == 400 ? "Bad Request"
                                     : estado == 401 ? "Unauthorized"
                                     : estado == 404 ? "Not Found"
                                                     : "Internal Server Error";
    return "HTTP/1.1 " + std::to_string(estado) + ' ' + std::string{palabra} + "\r\nContent-Type: " + std::string{tipo} +
           "\r\nContent-Length: " + std::to_string(cuerpo.size()) + "\r\nConnection: close\r\n\r\n" + std::string{cuerpo};
}

Servidor::Servidor(Contestacion siempre) : Servidor(Atiende{[siempre = std::move(siempre)](const Pedido&) { return siempre; }}) {}

Servidor::Servidor(Atiende atiende) : atiende_(std::move(atiende)) {
    escucha_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in aqui{};
    aqui.sin_family = AF_INET;
    aqui.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(escucha_, reinterpret_cast<sockaddr*>(&aqui), sizeof aqui) != 0 || ::listen(escucha_, 64) != 0)
        throw std::runtime_error{"no port of loopback to listen on"};
    socklen_t largo = sizeof aqui;
    ::getsockname(escucha_, reinterpret_cast<sockaddr*>(&aqui), &largo);
    puerto_ = ntohs(aqui.sin_port);
    aceptando_ = std::thread{[this] { aceptar(); }};
}

Servidor::~Servidor() {
    ::shutdown(escucha_, SHUT_RDWR);
    aceptando_.join();
    {
        const std::lock_guard lock{mutex_};
        for (const int s : abiertas_) ::shutdown(s, SHUT_RDWR);
    }
    for (auto& h : hilos_) h.hilo.join();
    ::close(escucha_);
}

std::string Servidor::url(std::string_view ruta) const {
    return "http://127.0.0.1:" + std::to_string(puerto_) + std::string{ruta};
}

int Servidor::visitas() const {
    const std::lock_guard lock{mutex_};
    return visitas_;
}

std::vector<Pedido> Servidor::pedidos() const {
    const std::lock_guard lock{mutex_};
    return pedidos_;
}

std::string Servidor::recibido() const {
    const std::lock_guard lock{mutex_};
    return pedidos_.empty() ? std::string{} : pedidos_.back().bytes;
}

bool Servidor::espera(std::size_t pedidos) const {
    std::unique_lock lock{mutex_};
    return mas_.wait_for(lock, std::chrono::minutes{1}, [&] { return pedidos_.size() >= pedidos; });
}

void Servidor::aceptar() {
    for (;;) {
        const int s = ::accept4(escucha_, nullptr, nullptr, SOCK_CLOEXEC);
        if (s < 0) return;
        {
            const std::lock_guard lock{mutex_};
            ++visitas_;
            abiertas_.insert(s);
        }
        // Over a long test there are more conversations than a process may have threads.
        hilos_.remove_if([](Hilo& h) {
            const bool acabo = h.acabo;
            if (acabo) h.hilo.join();
            return acabo;
        });
        auto& h = hilos_.emplace_back();
        h.hilo = std::thread{[this, s, &h] {
            conversar(s);
            h.acabo = true;
        }};
    }
}

void Servidor::conversar(int s) {
    if (const auto pedido = recibir_pedido(s)) {
        {
            const std::lock_guard lock{mutex_};
            pedidos_.push_back(*pedido);
        }
        mas_.notify_all();
        const Contestacion c = atiende_(*pedido);
        char byte = 0;
        if (c.calla) ::recv(s, &byte, 1, 0);
        else enviar_todo(s, c.bytes);
    }
    // Out of the list before the number may be another's.
    const std::lock_guard lock{mutex_};
    abiertas_.erase(s);
    ::close(s);
}

}  // namespace cacao::test
