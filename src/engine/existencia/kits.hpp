#pragma once
// Kits: products without stock of their own, sold together and taken apart into components.

#include "base/decimal.hpp"
#include "base/error.hpp"
#include "db/db.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct Componente {
    std::int64_t productoId = 0;
    Cantidad cantidad;  // in its base unit
};

inline constexpr int kit_niveles = 8;
inline constexpr std::size_t kit_productos = 500;  // that it consists of, kits inside it and theirs included
// What the lines of one document open into, all together: as much work as of the longest document without kits, and as much
// again.
inline constexpr std::size_t kit_partes_por_documento = 10'000;
// What a registration that opens kits may refuse because of them.
extern const std::vector<Codigo> rechazos_de_kits;

// What `cantidad` of a kit consists of, kits inside it taken apart too, each product once, in the order of first appearance.
// Services in it are done, not moved: they are left out, and so are optional components unless `con_opcionales`. A product that
// is no kit answers nothing. Throws Error(regla_incumplida) at `campo` for a kit that contains itself, goes deeper than
// kit_niveles or has more than kit_productos, and Error(unidad_no_convertible) for a quantity finer than a millionth.
std::vector<Componente> explotar_kit(db::Reader& tx, std::int64_t productoId, Cantidad cantidad, std::string_view campo,
                                     bool con_opcionales = false);

// The same for several of them, whose recipes are read once.
class Recetario {
public:
    explicit Recetario(db::Reader& tx);
    ~Recetario();
    std::vector<Componente> abrir(std::int64_t productoId, Cantidad cantidad, std::string_view campo,
                                  bool con_opcionales = false);

private:
    struct Receta;
    class Explosion;
    void leer(std::int64_t productoId, std::string_view campo);

    db::Reader& tx_;
    std::map<std::int64_t, Receta> recetas_;
    std::set<std::int64_t> leidos_;  // from here down
};

// What `cantidad` of the kit on a line consists of by what the line moved, whatever the recipe says by now: what went out, or
// with `entraron` what came in. Nothing when the line moved nothing. Throws Error(unidad_no_convertible) at `campo` like
// explotar_kit.
std::vector<Componente> componentes_movidos(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida, bool entraron,
                                            Cantidad cantidad, std::string_view campo);

// The price of a kit shared over its components in proportion to their list prices, exactly.
std::vector<Importe> repartir_precio_kit(db::Reader& tx, const std::vector<Componente>& componentes, Importe precio,
                                         int decimales);

}  // namespace cacao::engine
