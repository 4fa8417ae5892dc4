// Registration, second step: whether the document may be, and all of its figures. Nothing has been touched so far, and the caller
// learns of every fault at once.

#include "engine/emision/juzgar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao::engine {
namespace {

// A hundred thousand million: what many documents add up to must still be counted exactly.
constexpr Importe mayor = Importe::de_micros(100'000'000'000 * millonesimas);

void juzgar_tamano(const Juicio& j, const Juzgado& d) {
    if (!j.faltas.vacia()) return;
    const auto exigir = [&](Importe mas_grande, const std::string& donde) {
        if (mas_grande > mayor)
            j.faltas.agregar(Codigo::fuera_de_rango, donde, En::donde_sea, fmt::format(R"({{"limite":{}}})", mayor.texto()));
    };
    if (d.entrada) exigir(std::max(d.entrada->importe, d.entrada->local), "/importeDestino");
    const Importe total = d.totales.total;
    const std::string campo = d.lineas.empty() ? "" : d.lineas.front().pedida->renglon.campo;
    exigir(std::max(total, en_local(j.hallado, total)), campo.empty()                    ? "/importe"
                                                        : campo.starts_with("/partidas") ? "/partidas"
                                                                                         : campo);
}

// By the names that the operation gives to the fields. What was found twice is told once.
void lanzar(const Faltas& faltas, const Cabecera& cabecera) {
    Faltas dichas;
    std::map<std::pair<Codigo, std::string_view>, std::set<std::string_view>> ya;
    for (const Falta& f : faltas.lista()) {
        const auto otro = cabecera.campos.find(f.campo);
        const std::string& campo = otro == cabecera.campos.end() ? f.campo : otro->second;
        auto& datos = ya[{f.codigo, campo}];
        if (f.datos.empty() ? !datos.empty() : datos.contains(f.datos)) continue;
        datos.insert(f.datos);
        dichas.agregar(f.codigo, campo, f.en, f.datos);
    }
    dichas.contar(faltas.mas());
    dichas.lanzar();
}

}  // namespace

Juzgado juzgar(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const JuezDeLinea& otro) {
    Faltas faltas = pedida.cabecera.faltas;
    faltas.agregar(hallado.faltas);
    const Juicio j{tipo, pedida, hallado, faltas};
    Juzgado d;
    d.encabezado = hallado.encabezado;
    d.lineas.resize(pedida.partidas.size());
    for (std::size_t i = 0; i < d.lineas.size(); ++i) {
        const PartidaPedida& p = pedida.partidas[i];
        d.lineas[i].pedida = &p;
        d.lineas[i].hallada = &hallado.lineas[i];
        d.lineas[i].numero = static_cast<std::int64_t>(i + 1);
    }
    juzgar_cabecera(j, d);
    juzgar_partidas(j, d);
    juzgar_promociones(j, d);
    juzgar_existencia(j, d);
    juzgar_tamano(j, d);
    for (Linea& l : d.lineas) {
        if (l.pedida->renglon.numeroPartida != 0) l.numero = l.pedida->renglon.numeroPartida;
        if (otro) otro(l, faltas);
    }
    lanzar(faltas, pedida.cabecera);
    return d;
}

}  // namespace cacao::engine
