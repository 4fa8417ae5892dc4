#pragma once
// The same company twice: in memory and in a database. A step is a number from which everything that it does is drawn, so that
// any step can be left out of a sequence and the rest still means something.

#include "base/azar.hpp"
#include "modelo/empresa.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <string>
#include <vector>

namespace cacao::test::modelo {

class Obra {
public:
    // `negativos`: whether goods may leave before they come in.
    Obra(db::Motor motor, bool negativos);

    // What went otherwise than the model says; "" when nothing did.
    std::string paso(std::uint64_t numero);
    // Every balance, quantity and open line as the model has it, and what always holds.
    std::string comparar();
    std::string resumen();
    // The year closed, verified, and opened again: "" when all of it went well.
    std::string cerrar_anio();
    // What engine::verificar finds wrong in the books; "" when nothing.
    std::string verificado();
    // What the last step was, in a line.
    const std::string& dicho() const { return dicho_; }
    Libro& libro() { return libro_; }
    int aceptados = 0;
    int rechazados = 0;
    std::map<std::string, int, std::less<>> registrados;  // documents by kind, as far as they were accepted
    std::map<std::string, int, std::less<>> rehusados;    // steps by the codes with which they were refused

private:
    std::string emitir(Azar& azar);
    std::string cancelar(Azar& azar);
    std::string aplicar(Azar& azar);
    std::string desaplicar(Azar& azar);
    std::string transitar(Azar& azar);
    std::string mover_periodo(Azar& azar);
    std::string encarecer(Azar& azar);
    std::string seguir_series(Azar& azar);
    std::string comparar_series();
    std::string comparar_pendientes();

    void llenar(Azar& azar, Doc& doc);
    void derivar(Azar& azar, Doc& doc, int origen);
    void libres(Azar& azar, Doc& doc);
    void bancarias(Azar& azar, Doc& doc);
    void entradas(Azar& azar, Doc& doc);
    void diario(Azar& azar, Doc& doc);
    void reempaque(Azar& azar, Doc& doc);
    Renglon libre(Azar& azar, const Doc& doc);
    test::SolicitudEntera solicitud(const Doc& doc) const;
    // Runs it and compares with what was foreseen; `hecho` tells whether it was accepted.
    std::string probar(const Pronostico& pronostico, const std::function<void(Context&)>& work, bool& hecho);

    Libro libro_;
    Empresa empresa_;
    std::string dicho_;
    // Serials of one product: where each is, or the line that sold it. Apart from the rest, which counts quantities.
    struct Pieza {
        std::string serie;
        int almacen = 0;         // -1 once it left
        std::int64_t venta = 0;  // the invoice that took it out
    };
    std::int64_t conSerieId_ = 0;
    std::vector<Pieza> piezas_;
    std::vector<std::int64_t> articulos_, conceptos_, personas_, sucursales_, almacenes_, cuentas_;
};

}  // namespace cacao::test::modelo
