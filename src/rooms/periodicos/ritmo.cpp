#include "rooms/periodicos/ritmo.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr int una_semana = 7;

int meses_de(Ritmo ritmo) {
    switch (ritmo) {
        case Ritmo::semanal:
        case Ritmo::quincenal: break;
        case Ritmo::mensual: return 1;
        case Ritmo::bimestral: return 2;
        case Ritmo::trimestral: return 3;
        case Ritmo::semestral: return 6;
        case Ritmo::anual: return 12;
    }
    return 0;
}

Fecha en_su_mes(int mes_corrido, int dia) {
    const Fecha primero = *Fecha::de_civil(mes_corrido / 12, mes_corrido % 12 + 1, 1);
    return std::min(primero + (dia - 1), primero.ultimo_del_mes());
}

}  // namespace

std::vector<Fecha> dias_de(const DiasDeRitmo& r, Fecha primero, Fecha ultimo) {
    std::vector<Fecha> dias;
    primero = std::max(primero, r.desde);
    if (r.hasta) ultimo = std::min(ultimo, *r.hasta);
    if (primero > ultimo) return dias;
    const int meses = meses_de(r.ritmo);
    if (meses == 0) {
        const int cada = r.ritmo == Ritmo::semanal ? una_semana : 2 * una_semana;
        for (Fecha d = r.desde + (primero - r.desde + cada - 1) / cada * cada; d <= ultimo; d = d + cada) dias.push_back(d);
        return dias;
    }
    const int desde = r.desde.anio() * 12 + r.desde.mes() - 1;
    const int dia = r.dia != 0 ? static_cast<int>(r.dia) : r.desde.dia();
    const int fin = ultimo.anio() * 12 + ultimo.mes() - 1;
    for (int mes = desde + std::max(primero.anio() * 12 + primero.mes() - 1 - desde, 0) / meses * meses; mes <= fin; mes += meses)
        if (const Fecha d = en_su_mes(mes, dia); d >= primero && d <= ultimo) dias.push_back(d);
    return dias;
}

}  // namespace cacao
