#pragma once
// The authority's service of consultation, on this machine: answers what a test says of each document, or fails as it is told to.
// It keeps what it was asked.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cacao::test {

class Autoridad {
public:
    enum class Modo { contesta, error_500, calla, basura, inmensa, otro_documento, cuelga };

    Autoridad() {
        escucha_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in aqui{};
        aqui.sin_family = AF_INET;
        aqui.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(escucha_, reinterpret_cast<sockaddr*>(&aqui), sizeof aqui), 0);
        EXPECT_EQ(::listen(escucha_, 8), 0);
        socklen_t largo = sizeof aqui;
        ::getsockname(escucha_, reinterpret_cast<sockaddr*>(&aqui), &largo);
        puerto_ = ntohs(aqui.sin_port);
        hilo_ = std::thread{[this] { atender(); }};
    }
    ~Autoridad() {
        ::shutdown(escucha_, SHUT_RDWR);
        hilo_.join();
        ::close(escucha_);
    }
    Autoridad(const Autoridad&) = delete;
    Autoridad& operator=(const Autoridad&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(puerto_) + "/ConsultaCFDIService.svc"; }
    void modo(Modo m) {
        const std::lock_guard lock{mutex_};
        modo_ = m;
    }
    // Of every document that is asked for from here on.
    void dice(std::string codigo, std::string estado, std::string cancelacion = "", std::string efos = "") {
        const std::lock_guard lock{mutex_};
        codigo_ = std::move(codigo);
        estado_ = std::move(estado);
        cancelacion_ = std::move(cancelacion);
        efos_ = std::move(efos);
    }
    void vigente() { dice("S - Comprobante obtenido satisfactoriamente.", "Vigente", "", "200"); }
    void cancelado() { dice("S - Comprobante obtenido satisfactoriamente.", "Cancelado", "Cancelado sin aceptación", "200"); }
    void no_encontrado() { dice("N - 602: Comprobante no encontrado.", "No Encontrado"); }
    std::vector<std::string> preguntas() const {
        const std::lock_guard lock{mutex_};
        return preguntas_;
    }

private:
    void atender() {
        for (;;) {
            const int s = ::accept4(escucha_, nullptr, nullptr, SOCK_CLOEXEC);
            if (s < 0) return;
            std::string recibido;
            std::string bytes(16 * 1024, '\0');
            while (!completo(recibido)) {
                const ssize_t n = ::recv(s, bytes.data(), bytes.size(), 0);
                if (n <= 0) break;
                recibido.append(bytes.data(), static_cast<std::size_t>(n));
            }
            Modo m{};
            std::string respuesta;
            {
                const std::lock_guard lock{mutex_};
                preguntas_.push_back(recibido);
                m = modo_;
                respuesta = escrita(m);
            }
            // Silence lasts until the other side has had enough.
            if (m == Modo::calla) ::recv(s, bytes.data(), bytes.size(), 0);
            else if (m != Modo::cuelga) ::send(s, respuesta.data(), respuesta.size(), MSG_NOSIGNAL);
            ::close(s);
        }
    }
    static bool completo(const std::string& r) {
        const auto fin = r.find("\r\n\r\n");
        if (fin == std::string::npos) return false;
        const auto donde = r.find("Content-Length: ");
        return donde == std::string::npos || r.size() >= fin + 4 + std::stoul(r.substr(donde + 16));
    }
    std::string escrita(Modo m) const {
        const auto http = [](std::string_view estado, std::string_view cuerpo) {
            return "HTTP/1.1 " + std::string{estado} +
                   "\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: " + std::to_string(cuerpo.size()) +
                   "\r\nConnection: close\r\n\r\n" + std::string{cuerpo};
        };
        switch (m) {
            case Modo::error_500: return http("500 Internal Server Error", "<s:Fault/>");
            case Modo::basura: return http("200 OK", "\x00\xFF<no es");
            case Modo::inmensa: return http("200 OK", "<a>" + std::string(std::size_t{1} << 20U, ' ') + "</a>");
            case Modo::otro_documento: return http("200 OK", "<html><body>Sitio en mantenimiento</body></html>");
            default: break;
        }
        const auto campo = [](std::string_view nombre, const std::string& valor) {
            return valor.empty() ? "<a:" + std::string{nombre} + "/>"
                                 : "<a:" + std::string{nombre} + ">" + valor + "</a:" + std::string{nombre} + ">";
        };
        return http(
            "200 OK",
            R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">)" +
                campo("CodigoEstatus", codigo_) + campo("EsCancelable", "Cancelable con aceptación") + campo("Estado", estado_) +
                campo("EstatusCancelacion", cancelacion_) + campo("ValidacionEFOS", efos_) +
                "</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>");
    }

    mutable std::mutex mutex_;
    Modo modo_ = Modo::contesta;
    std::string codigo_ = "S - Comprobante obtenido satisfactoriamente.", estado_ = "Vigente", cancelacion_, efos_ = "200";
    std::vector<std::string> preguntas_;
    int escucha_ = -1;
    int puerto_ = 0;
    std::thread hilo_;
};

}  // namespace cacao::test
