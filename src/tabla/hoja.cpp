#include "tabla/hoja.hpp"

#include <stdexcept>

namespace cacao::tabla {
namespace {

std::vector<Celda> titulos(const std::vector<Columna>& columnas) {
    std::vector<Celda> celdas;
    for (const Columna& c : columnas) celdas.emplace_back(c.titulo);
    return celdas;
}

class HojaCsv : public Hoja {
public:
    HojaCsv(Salida salida, Membrete membrete) : Hoja(std::move(membrete)), escritor_(escritor_csv(std::move(salida))) {}
    void terminar() override { escritor_->terminar(); }
    bool es_papel() const override { return false; }

protected:
    void empezar() override { escritor_->renglon(titulos(columnas())); }
    void escribir(std::span<const Celda> celdas, bool es_total) override {
        if (!es_total) escritor_->renglon(celdas);
    }

private:
    std::unique_ptr<Escritor> escritor_;
};

class HojaXlsx : public Hoja {
public:
    HojaXlsx(Salida salida, Membrete membrete) : Hoja(std::move(membrete)), salida_(std::move(salida)) {}
    void terminar() override { escritor_->terminar(); }

protected:
    void empezar() override {
        OpcionesXlsx opciones;
        const auto arriba = lineas();
        opciones.titulos = arriba.size() + 2;
        for (const Columna& c : columnas()) opciones.anchos.push_back(c.ancho);
        escritor_ = escritor_xlsx(std::move(salida_), membrete().nombre, opciones);
        escritor_->renglon({celda(membrete().empresa)});
        for (const auto& linea : arriba) escritor_->renglon({celda(linea)});
        escritor_->renglon(titulos(columnas()));
    }
    void escribir(std::span<const Celda> celdas, bool es_total) override {
        if (es_total) escritor_->resaltado(celdas);
        else escritor_->renglon(celdas);
    }

private:
    Salida salida_;
    std::unique_ptr<Escritor> escritor_;
};

}  // namespace

Celda::Celda(const Celda&) = default;
Celda::Celda(Celda&&) noexcept = default;
Celda& Celda::operator=(const Celda&) = default;
Celda& Celda::operator=(Celda&&) noexcept = default;
Celda::~Celda() = default;

Celda celda(std::string_view texto) { return std::string{texto}; }
Celda celda(bool valor) { return valor; }
Celda celda(Fecha fecha) { return fecha; }
Celda celda(std::int64_t entero) { return Numero{std::to_string(entero)}; }
Celda celda_de_millonesimas(std::int64_t micros) { return Numero{Importe::de_micros(micros).texto()}; }

Columna importe(std::string_view titulo) { return {std::string{titulo}, Clase::importe, 14}; }
Columna fecha(std::string_view titulo) { return {std::string{titulo}, Clase::fecha, 10}; }
Columna texto(std::string_view titulo, int ancho) { return {std::string{titulo}, Clase::texto, ancho}; }
Columna entero(std::string_view titulo, int ancho) { return {std::string{titulo}, Clase::entero, ancho}; }
Columna si_no(std::string_view titulo) { return {std::string{titulo}, Clase::si_no, 6}; }

Celda monto(Importe importe, int decimales) {
    auto digitos = importe.texto();
    auto punto = digitos.find('.');
    if (punto == std::string::npos) {
        punto = digitos.size();
        if (decimales > 0) digitos.push_back('.');
    }
    const auto hay = static_cast<int>(digitos.size() - std::min(digitos.size(), punto + 1));
    if (hay < decimales) digitos.append(static_cast<std::size_t>(decimales - hay), '0');
    return Numero{std::move(digitos), std::max(hay, decimales)};
}

std::string dia_mes_anio(Fecha fecha) {
    const auto iso = fecha.iso();
    return iso.substr(8, 2) + '/' + iso.substr(5, 2) + '/' + iso.substr(0, 4);
}

void Hoja::encabezar(Encabezado encabezado, std::vector<Columna> columnas) {
    encabezado_ = std::move(encabezado);
    columnas_ = std::move(columnas);
    empezar();
}

void Hoja::renglon(std::span<const Celda> celdas) {
    comprobar(celdas);
    escribir(celdas, false);
}

void Hoja::total(std::span<const Celda> celdas) {
    comprobar(celdas);
    escribir(celdas, true);
}

void Hoja::comprobar(std::span<const Celda> celdas) const {
    if (celdas.size() != columnas_.size()) throw std::logic_error("a row has other columns than its report");
}

std::vector<std::string> Hoja::lineas() const {
    std::vector<std::string> todas;
    const auto agregar = [&](std::string linea) {
        if (!linea.empty()) todas.push_back(std::move(linea));
    };
    const auto& [empresa, rfc, direccion, nombre, hoy] = membrete_;
    agregar((rfc.empty() ? "" : "RFC " + rfc) + (rfc.empty() || direccion.empty() ? "" : "  ") + direccion);
    agregar(encabezado_.titulo);
    agregar(periodo());
    agregar(encabezado_.nota);
    return todas;
}

std::string Hoja::periodo() const {
    const auto hasta = dia_mes_anio(encabezado_.hasta);
    return encabezado_.desde ? "Del " + dia_mes_anio(*encabezado_.desde) + " al " + hasta : "Al " + hasta;
}

std::string Hoja::archivo() const {
    std::string nombre = membrete_.nombre;
    if (encabezado_.desde) nombre += '-' + encabezado_.desde->iso();
    return nombre + '-' + encabezado_.hasta.iso();
}

std::unique_ptr<Hoja> hoja_csv(Salida salida, Membrete membrete) {
    return std::make_unique<HojaCsv>(std::move(salida), std::move(membrete));
}
std::unique_ptr<Hoja> hoja_xlsx(Salida salida, Membrete membrete) {
    return std::make_unique<HojaXlsx>(std::move(salida), std::move(membrete));
}

}  // namespace cacao::tabla
