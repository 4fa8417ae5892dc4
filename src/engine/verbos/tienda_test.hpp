#pragma once
// A shop whose goods are of two classes, and lie in two warehouses, with accounts of their own. What happens in it is a list of
// acts, so that it can be told twice: with those that are cancelled, and without them ever having been. Account by account both
// must come to the same.

#include "db/rows.hpp"
#include "engine/verbos/gasto_compra.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

namespace cacao::test {

// Some of one product, each at a price in cents.
struct Bulto {
    int producto = 0;  // 0 and 2 are of one class, 1 of the other, 3 is a kit of two of the first and one of the second
    int cantidad = 0;
    int centavos = 0;
};

struct Acto {
    enum class Que : std::uint8_t {
        recibe,
        compra,
        factura,
        encarece,
        vende,
        devuelve,
        regresa,
        traspasa,
        reempaca,
        merma,
        cancela
    };
    Que que{};
    std::vector<Bulto> lineas;
    std::vector<Bulto> hace{};  // of a repackaging
    int de = -1;                // the act that it derives from, or cancels
    int centavos = 0;           // of a late cost; of an invoice, its price
    bool en_sur = false;
    bool hace_en_sur = false;
};

inline Acto recibe(std::vector<Bulto> lineas, bool en_sur = false) {
    return {.que = Acto::Que::recibe, .lineas = std::move(lineas), .en_sur = en_sur};
}
inline Acto compra(std::vector<Bulto> lineas, bool en_sur = false) {
    return {.que = Acto::Que::compra, .lineas = std::move(lineas), .en_sur = en_sur};
}
inline Acto factura(int recepcion, int centavos) {
    return {.que = Acto::Que::factura, .lineas = {}, .de = recepcion, .centavos = centavos};
}
// All of its lines, or the first ones.
inline Acto encarece(int recepcion, int centavos, int lineas = 0) {
    return {.que = Acto::Que::encarece, .lineas = {{0, lineas}}, .de = recepcion, .centavos = centavos};
}
inline Acto vende(std::vector<Bulto> lineas, bool en_sur = false) {
    return {.que = Acto::Que::vende, .lineas = std::move(lineas), .en_sur = en_sur};
}
// Of the first line of a sale.
inline Acto devuelve(int venta, int cantidad, bool en_sur = false) {
    return {.que = Acto::Que::devuelve, .lineas = {{0, cantidad}}, .de = venta, .en_sur = en_sur};
}
// Of the first line of a reception, to the supplier.
inline Acto regresa(int recepcion, int cantidad) {
    return {.que = Acto::Que::regresa, .lineas = {{0, cantidad}}, .de = recepcion};
}
inline Acto traspasa(Bulto que, bool desde_sur = false) {
    return {.que = Acto::Que::traspasa, .lineas = {que}, .en_sur = desde_sur};
}
inline Acto reempaca(std::vector<Bulto> de, std::vector<Bulto> a, bool en_sur = false, bool hace_en_sur = false) {
    return {
        .que = Acto::Que::reempaca, .lineas = std::move(de), .hace = std::move(a), .en_sur = en_sur, .hace_en_sur = hace_en_sur};
}
inline Acto merma(std::vector<Bulto> lineas, bool en_sur = false) {
    return {.que = Acto::Que::merma, .lineas = std::move(lineas), .en_sur = en_sur};
}
inline Acto cancela(int cual) { return {.que = Acto::Que::cancela, .lineas = {}, .de = cual}; }

// As it is written in a table of acts.
inline std::string texto(const Acto& a) {
    static constexpr std::array nombres{"recibe",  "compra",   "factura",  "encarece", "vende",  "devuelve",
                                        "regresa", "traspasa", "reempaca", "merma",    "cancela"};
    std::string t = fmt::format("{}({}", nombres[static_cast<std::size_t>(a.que)], a.de >= 0 ? fmt::format("of {}", a.de) : "");
    for (const Bulto& b : a.lineas) t += fmt::format(" {{{}, {}, {}}}", b.producto, b.cantidad, b.centavos);
    for (const Bulto& b : a.hace) t += fmt::format(" -> {{{}, {}}}", b.producto, b.cantidad);
    return t + fmt::format(" {}{}{})", a.centavos, a.en_sur ? " south" : "", a.hace_en_sur ? " -> south" : "");
}

// What was left of a list of acts: accounts that changed, and goods with their value.
struct Quedo {
    std::string libros;
    std::string resto;                      // of it, all but the accounts of what left
    std::map<std::string, Importe> costos;  // these
    std::string faltas;                     // acts that were refused, and how
    std::set<int> cancelados;
};

class Tienda {
public:
    explicit Tienda(db::Motor motor) : l{motor}, sur{l.almacen("SUR")} {
        for (const std::int64_t clase : clases)
            for (const char* papel : {"inventario", "costo_ventas", "merma", "variacion_costo"})
                nombres_[l.cambia_cuenta(papel, "clasificacion", clase).nueva] = fmt::format("{} of {}", papel, clase);
        nombres_[l.cambia_cuenta("inventario", "almacen", sur).nueva] = "inventario of south";
    }

    // `sin`: acts that are left out, with what cancels them.
    Quedo vivir(const std::vector<Acto>& actos, engine::MetodoCosto metodo, const std::set<int>& sin = {}) {
        productos(metodo);
        const auto antes = l.balanza();
        Quedo quedo;
        std::vector<std::int64_t> ids(actos.size());
        for (std::size_t i = 0; i < actos.size(); ++i) {
            const Acto& acto = actos[i];
            const bool cancela = acto.que == Acto::Que::cancela;
            if (sin.contains(static_cast<int>(i)) || (cancela && sin.contains(acto.de))) continue;
            const bool huerfano = acto.de >= 0 && ids[static_cast<std::size_t>(acto.de)] == 0;
            const auto falta = huerfano ? "of nothing" : Libro::falta([&] { ids[i] = hacer(acto, ids); });
            if (!falta.empty()) quedo.faltas += fmt::format("act {}: {}\n", i, falta);
            else if (cancela) quedo.cancelados.insert(acto.de);
        }
        contar(antes, quedo);
        return quedo;
    }

    static constexpr std::array<std::int64_t, 2> clases{81, 82};
    Libro l;
    std::int64_t sur = 0;

private:
    void productos(engine::MetodoCosto metodo) {
        ++vidas_;
        for (std::size_t i = 0; i < productos_.size(); ++i) {
            productos_[i] = l.producto(fmt::format("P{}-{}", vidas_, i), Importe::de_enteros(1),
                                       metodo == engine::MetodoCosto::peps ? "peps" : "promedio");
            l.escribe([&](Context& ctx) {
                ctx.db().run("UPDATE producto SET clasificacionId = $3 WHERE organizacionId = $1 AND productoId = $2",
                             ctx.organizacionId(), productos_[i], clases[i % 2]);
            });
        }
        l.arma_kit(productos_[3], {{productos_[0], Cantidad::de_enteros(2)}, {productos_[1], Cantidad::de_enteros(1)}});
    }

    SolicitudEntera solicitud(const engine::Documento& tipo, const Acto& acto, const std::vector<Bulto>& bultos) const {
        std::vector<Renglon> renglones;
        for (const Bulto& b : bultos)
            renglones.push_back({productos_[static_cast<std::size_t>(b.producto)], Cantidad::de_enteros(b.cantidad),
                                 Precio::de_micros(b.centavos * 10'000LL)});
        auto s = l.solicitud(tipo, renglones);
        s.almacenId = acto.en_sur ? sur : l.almacenId;
        return s;
    }

    std::int64_t hacer(const Acto& acto, const std::vector<std::int64_t>& ids) {
        using enum Acto::Que;
        const std::int64_t origen = acto.de < 0 ? 0 : ids[static_cast<std::size_t>(acto.de)];
        const auto emite = [&](const engine::Documento& tipo, const SolicitudEntera& s) {
            return l.emite(tipo, s).transaccionId;
        };
        switch (acto.que) {
            case recibe: return emite(engine::Recepcion, solicitud(engine::Recepcion, acto, acto.lineas));
            case compra: return emite(engine::FacturaCompra, solicitud(engine::FacturaCompra, acto, acto.lineas));
            case factura: {
                auto s = l.derivada(engine::FacturaCompra, origen, recibidas(origen));
                for (auto& p : s.partidas) p.precioUnitario = Precio::de_micros(acto.centavos * 10'000LL);
                return emite(engine::FacturaCompra, s);
            }
            case encarece: return encarecer(origen, Importe::de_micros(acto.centavos * 10'000LL), acto.lineas[0].cantidad);
            case regresa:
                return emite(engine::NotaDevolucionProveedor,
                             l.derivada(engine::NotaDevolucionProveedor, origen, primera(origen, acto.lineas[0].cantidad)));
            case vende: {
                auto s = solicitud(engine::FacturaVenta, acto, acto.lineas);
                for (auto& p : s.partidas) p.precioUnitario = Precio::de_enteros(50);
                return emite(engine::FacturaVenta, s);
            }
            case devuelve: {
                auto s = l.derivada(engine::NotaDevolucionCliente, origen, primera(origen, acto.lineas[0].cantidad));
                s.almacenId = acto.en_sur ? sur : l.almacenId;
                return emite(engine::NotaDevolucionCliente, s);
            }
            case traspasa: {
                auto s = sin_precio(solicitud(engine::Traspaso, acto, acto.lineas));
                s.almacenDestinoId = acto.en_sur ? l.almacenId : sur;
                return emite(engine::Traspaso, s);
            }
            case reempaca: {
                auto todo = acto.lineas;
                todo.insert(todo.end(), acto.hace.begin(), acto.hace.end());
                auto s = sin_precio(solicitud(engine::Reempaque, acto, todo));
                s.almacenDestinoId = acto.hace_en_sur ? sur : l.almacenId;
                for (std::size_t i = acto.lineas.size(); i < todo.size(); ++i) {
                    s.partidas[i].produce = true;
                    s.partidas[i].almacenId = acto.hace_en_sur ? sur : l.almacenId;
                }
                return emite(engine::Reempaque, s);
            }
            case merma: return emite(engine::Merma, sin_precio(solicitud(engine::Merma, acto, acto.lineas)));
            case cancela: l.cancela(origen); return 0;
        }
        return 0;
    }

    static SolicitudEntera sin_precio(SolicitudEntera s) {
        for (auto& p : s.partidas) p.precioUnitario.reset();
        return s;
    }
    std::vector<Cantidad> recibidas(std::int64_t origenId) {
        std::vector<Cantidad> cantidades;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(
                "SELECT cantidad FROM partida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida",
                [&](const db::Row& r) { cantidades.push_back(Cantidad::de_micros(r.integer(0))); }, ctx.organizacionId(),
                origenId);
        });
        return cantidades;
    }
    std::vector<Cantidad> primera(std::int64_t origenId, int cantidad) {
        std::vector<Cantidad> cantidades(recibidas(origenId).size());
        cantidades.at(0) = Cantidad::de_enteros(cantidad);
        return cantidades;
    }
    std::int64_t encarecer(std::int64_t origenId, Importe importe, int lineas) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) {
            engine::GastoCompraPedido g;
            g.importe = importe;
            g.base = engine::BaseReparto::cantidad;
            const std::size_t cuantas = lineas == 0 ? recibidas(origenId).size() : static_cast<std::size_t>(lineas);
            for (std::size_t i = 0; i < cuantas; ++i)
                g.portadores.push_back({fmt::format("/partidas/{}", i), origenId, static_cast<std::int64_t>(i + 1), {}});
            id = engine::registrar_gasto_compra(ctx, g).transaccionId;
        });
        return id;
    }

    static bool de_lo_que_salio(std::string_view nombre) {
        return nombre.starts_with("costo_ventas") || nombre.starts_with("merma") || nombre.starts_with("variacion_costo");
    }
    void contar(const std::map<std::string, Importe>& antes, Quedo& quedo) {
        auto cambio = l.balanza();
        for (const auto& [cuenta, importe] : antes) cambio[cuenta] -= importe;
        std::set<std::string> lineas;
        for (const auto& [cuenta, importe] : cambio) {
            const auto nombre = nombres_.find(cuenta);
            if (!importe.es_cero())
                lineas.insert(fmt::format("{} {}\n", nombre == nombres_.end() ? cuenta : nombre->second, importe.texto()));
        }
        for (std::size_t i = 0; i < 3; ++i)
            for (const std::int64_t donde : {l.almacenId, sur})
                if (const auto hay = l.existencia(productos_[i], donde); !hay.es_cero())
                    lineas.insert(fmt::format("product {} in {}: {}, layers {}\n", i, donde == sur ? "south" : "general",
                                              hay.texto(), l.valor(productos_[i], donde).texto()));
        for (const auto& linea : lineas) {
            quedo.libros += linea;
            if (!de_lo_que_salio(linea)) quedo.resto += linea;
        }
        for (const auto& [cuenta, nombre] : nombres_)
            if (de_lo_que_salio(nombre)) quedo.costos[nombre] = cambio[cuenta];
    }

    std::map<std::string, std::string> nombres_;  // by account code
    std::array<std::int64_t, 4> productos_{};
    int vidas_ = 0;
};

}  // namespace cacao::test
