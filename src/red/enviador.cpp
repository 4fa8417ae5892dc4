#include "red/enviador.hpp"

#include "red/llamada.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

namespace cacao::red {
namespace {

constexpr long kept_connections = 256;
constexpr int looked_at_ms = 1000;

using Facil = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

}  // namespace

struct Enviador::Impl {
    // One call, from when it is asked for to its end. What libcurl points to must stay where it is.
    struct Viaje {
        Viaje(const Salida& salida, Peticion&& p, Listo&& l)
            : peticion(std::move(p)), listo(std::move(l)), llamada{.salida = salida, .peticion = peticion, .abandonar = {}} {}
        Peticion peticion;
        Listo listo;
        Llamada llamada;
        Facil curl{curl_easy_init(), &curl_easy_cleanup};
        Encabezados encabezados{nullptr, &curl_slist_free_all};
        std::chrono::steady_clock::time_point desde = std::chrono::steady_clock::now();
    };
    using Viajes = std::deque<std::unique_ptr<Viaje>>;

    explicit Impl(Salida s) : salida(std::move(s)), multi(curl_multi_init()) {
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kept_connections);
        hilo = std::thread{[this] { atender(); }};
    }
    ~Impl() {
        terminar();
        hilo.join();
        curl_multi_cleanup(multi);
    }

    void terminar() {
        {
            const std::lock_guard lock{mutex};
            cerrado = true;
        }
        curl_multi_wakeup(multi);
    }

    static void acabar(Viaje& v, Resultado&& r) {
        r.tardo = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - v.desde);
        v.listo(std::move(r));
    }

    void empezar(std::unique_ptr<Viaje> v) {
        if (!v->curl) return acabar(*v, {.error = "No se pudo preparar la llamada."});
        v->llamada.curl = v->curl.get();
        v->encabezados = preparar(v->llamada);
        curl_multi_add_handle(multi, v->curl.get());
        CURL* const cual = v->curl.get();
        viajes.emplace(cual, std::move(v));
    }

    void recoger() {
        int quedan = 0;
        while (const CURLMsg* m = curl_multi_info_read(multi, &quedan)) {
            if (m->msg != CURLMSG_DONE) continue;
            const CURLcode como = m->data.result;
            auto suyo = viajes.extract(m->easy_handle);
            Viaje& v = *suyo.mapped();
            Resultado r;
            try {
                r.respuesta = resultado(v.llamada, como, false);
            } catch (const std::exception& e) {
                r.error = e.what();
            }
            curl_multi_remove_handle(multi, v.curl.get());
            acabar(v, std::move(r));
        }
    }

    void atender() {
        for (;;) {
            Viajes nuevos;
            {
                const std::lock_guard lock{mutex};
                if (cerrado) break;
                nuevos.swap(por_empezar);
            }
            for (auto& v : nuevos) empezar(std::move(v));
            int andan = 0;
            curl_multi_perform(multi, &andan);
            recoger();
            bool hay = false;
            {
                const std::lock_guard lock{mutex};
                hay = !por_empezar.empty() || cerrado;
            }
            if (!hay) curl_multi_poll(multi, nullptr, 0, looked_at_ms, nullptr);
        }
        for (auto& [curl, v] : viajes) {
            curl_multi_remove_handle(multi, curl);
            acabar(*v, {.error = {}, .abandonado = true});
        }
        viajes.clear();
        Viajes resto;
        {
            const std::lock_guard lock{mutex};
            resto.swap(por_empezar);
        }
        for (auto& v : resto) acabar(*v, {.error = {}, .abandonado = true});
    }

    const Salida salida;
    CURLM* const multi;
    std::mutex mutex;
    Viajes por_empezar;
    bool cerrado = false;
    std::unordered_map<CURL*, std::unique_ptr<Viaje>> viajes;
    std::thread hilo;
};

Enviador::Enviador(Salida salida) {
    prepare_curl();
    impl_ = std::make_unique<Impl>(std::move(salida));
}
Enviador::~Enviador() = default;

void Enviador::enviar(Peticion peticion, Listo listo) {
    auto v = std::make_unique<Impl::Viaje>(impl_->salida, std::move(peticion), std::move(listo));
    {
        const std::lock_guard lock{impl_->mutex};
        if (!impl_->cerrado) {
            impl_->por_empezar.push_back(std::move(v));
        }
    }
    if (v) return Impl::acabar(*v, {.error = {}, .abandonado = true});
    curl_multi_wakeup(impl_->multi);
}

void Enviador::cerrar() { impl_->terminar(); }

}  // namespace cacao::red
