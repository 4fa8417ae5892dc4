#pragma once
// The work of the authority's massive download, one step at each take: what is going to be asked is stored before it is asked,
// what was answered before anything follows from it, a package before it is opened; and it is taken in some documents at a time.

#include "api/trabajos.hpp"
#include "rooms/buzon/descarga.hpp"
#include "rooms/buzon/servicio_descarga.hpp"
#include "rooms/buzon/vecinos.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace cacao::buzon {

// The e.firma in force; nothing when there is none. Throws std::runtime_error when its key does not open.
using AbrirEfirma = std::function<std::optional<fiscal::Csd>(db::Reader&, Instante)>;

struct MediosDeDescarga {
    std::shared_ptr<const ServicioDeDescarga> servicio;
    AbrirEfirma efirma;
    std::shared_ptr<const Vecinos> vecinos;
    std::int64_t por_vez = 200;               // documents that are taken in at one take
    std::int64_t renglones_por_vez = 20'000;  // lines of metadata
};
api::Oficio oficio_de_descarga(const MediosDeDescarga& medios);
// Asks each day for the days before, where the organization wants that.
api::Oficio oficio_de_programacion();

}  // namespace cacao::buzon
