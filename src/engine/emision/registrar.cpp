#include "engine/emision/registrar.hpp"

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"
#include "engine/emision/articulos.hpp"

#include <stdexcept>

namespace cacao::engine {

Registrado registrar(Context& ctx, const Documento& tipo, Solicitud& pedida) {
    if (!pedida.sirve(tipo)) throw std::logic_error("a request of another family: " + std::string{tipo.tipo});
    Registrado r;
    nombrar_productos(ctx.db(), pedida.partidas);
    r.hallado = recoger(ctx, tipo, pedida);
    r.juzgado = juzgar(tipo, pedida, r.hallado);
    r.tomado = tomar(ctx, tipo, pedida, r.hallado, r.juzgado);
    r.asentado = asentar(tipo, pedida, r.hallado, r.juzgado, r.tomado);
    r.emitido = guardar(ctx, tipo, pedida, r.hallado, r.juzgado, r.tomado, r.asentado);
    return r;
}

Registrado reescribir(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Solicitud&& pedida,
                      const JuezDeLinea& otro) {
    if (en_libros(tipo) || tipo.saldo != Saldo::ninguno || tipo.existencia != Existencia::ninguna)
        throw std::logic_error("a document with effects was about to be written anew");
    Registrado r;
    nombrar_productos(ctx.db(), pedida.partidas);
    r.hallado = recoger(ctx, tipo, pedida, transaccionId);
    r.juzgado = juzgar(tipo, pedida, r.hallado, otro);
    // It takes nothing of anybody.
    r.tomado.transaccionId = transaccionId;
    r.tomado.lineas.resize(r.juzgado.lineas.size());
    r.tomado.restituciones.resize(r.juzgado.tasas.size());
    r.asentado = asentar(tipo, pedida, r.hallado, r.juzgado, r.tomado);
    auto& tx = ctx.db();
    cerrar_partidas(ctx, tipo, transaccionId);
    tx.run("DELETE FROM pendiente WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(), transaccionId);
    tx.run(R"(DELETE FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND NOT EXISTS (
                  SELECT 1 FROM avance a WHERE a.organizacionId = $1 AND a.transaccionId = partida.transaccionId
                  AND a.numeroPartida = partida.numeroPartida))",
           ctx.organizacionId(), transaccionId);
    tx.run("DELETE FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(), transaccionId);
    guardar_partidas(ctx, tipo, pedida, r.juzgado, r.tomado, r.asentado);
    const Totales& t = r.juzgado.totales;
    tx.run(R"(UPDATE documento SET subtotal = $3, descuento = $4, iva = $5, ieps = $6, ivaRetenido = $7, isrRetenido = $8,
                                   total = $9, notas = $10
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), transaccionId, t.subtotal, t.descuento, t.iva, t.ieps, t.ivaRetenido, t.isrRetenido, t.total,
           pedida.cabecera.notas);
    r.emitido = emitido(tipo, r.juzgado, r.tomado);
    r.emitido.version = 0;
    return r;
}

Emitido emitido(const Documento& tipo, const Juzgado& juzgado, const Tomado& tomado) {
    const Totales t = totales_de(juzgado, tomado);
    Emitido e;
    e.transaccionId = tomado.transaccionId;
    e.tipo = tipo.tipo;
    e.fecha = juzgado.encabezado.fecha;
    e.estado = nombre(tipo.inicial);
    e.moneda = juzgado.encabezado.moneda;
    e.subtotal = t.subtotal;
    e.iva = t.iva;
    e.ieps = t.ieps;
    e.ivaRetenido = t.ivaRetenido;
    e.isrRetenido = t.isrRetenido;
    e.total = t.total;
    return e;
}

}  // namespace cacao::engine
