#include "rooms/contabilidad/documentos/saldo_inicial.hpp"

#include "engine/tipos/inventario.hpp"
#include "engine/tipos/saldos_iniciales.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/saldos_iniciales.hpp"

namespace cacao {

engine::DocumentoCreado crear_saldo_inicial(Context& ctx, const SaldoInicialNuevo& nuevo) {
    const bool banco = nuevo.tipo == ClaseSaldoInicial::banco;
    const std::int64_t sucursalId = nuevo.sucursalId.value_or(0);
    Faltas faltas;
    const auto de_contacto = [&](bool dicho, bool requerido, std::string_view campo) {
        faltas.agregar_si(banco && dicho, Codigo::valor_no_permitido, campo);
        faltas.agregar_si(!banco && requerido && !dicho, Codigo::requerido, campo);
    };
    de_contacto(nuevo.entidadId.has_value(), true, "/entidadId");
    de_contacto(nuevo.referencia.has_value(), true, "/referencia");
    de_contacto(nuevo.vencimiento.has_value(), false, "/vencimiento");
    de_contacto(nuevo.moneda.has_value(), false, "/moneda");
    de_contacto(nuevo.iva.has_value(), false, "/iva");
    de_contacto(nuevo.tasaIva.has_value(), false, "/tasaIva");
    faltas.agregar_si(!banco && nuevo.tasaIva && !nuevo.iva, Codigo::requerido, "/iva");
    faltas.agregar_si(banco && !nuevo.cuentaBancariaId, Codigo::requerido, "/cuentaBancariaId");
    faltas.agregar_si(!banco && nuevo.cuentaBancariaId.has_value(), Codigo::valor_no_permitido, "/cuentaBancariaId");
    faltas.lanzar();

    std::optional<engine::Emitido> emitido;
    if (banco) {
        emitido = engine::poner_saldo_inicial(
            ctx, engine::SaldoBancoInicial{*nuevo.cuentaBancariaId, sucursalId, nuevo.fecha, nuevo.tipoCambio, nuevo.importe});
    } else {
        engine::SaldoContactoInicial s;
        s.proveedor = nuevo.tipo == ClaseSaldoInicial::proveedor;
        s.entidadId = *nuevo.entidadId;
        s.campo_entidad = "/entidadId";
        s.sucursalId = sucursalId;
        s.referencia = *nuevo.referencia;
        s.fecha = nuevo.fecha;
        s.vencimiento = nuevo.vencimiento;
        s.moneda = nuevo.moneda ? mayusculas(*nuevo.moneda) : "";
        s.tipoCambio = nuevo.tipoCambio;
        s.importe = nuevo.importe;
        if (nuevo.iva) s.iva = *nuevo.iva;
        if (nuevo.tasaIva) s.tasaIva = *nuevo.tasaIva;
        emitido = engine::poner_saldo_inicial(ctx, s);
    }
    if (!emitido) reject(Codigo::duplicado, banco ? "/cuentaBancariaId" : "/referencia");
    return engine::creado(*emitido);
}

engine::Cancelado cancelar_saldo_inicial(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida,
                            {engine::SaldoInicialCliente.tipo, engine::SaldoInicialProveedor.tipo, engine::SaldoInicialBanco.tipo,
                             engine::InventarioInicial.tipo});
}

void register_saldo_inicial(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(POST, "/api/Contabilidad/SaldosIniciales", "SaldoInicialCrear", crear_saldo_inicial)
        .nuestra()
        .rechaza({Codigo::requerido, Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::duplicado, Codigo::periodo_cerrado, Codigo::moneda_sin_tipo_cambio});
    ops.add(DELETE, "/api/Contabilidad/SaldosIniciales/SaldoInicialCancelar/{id}", "SaldoInicialCancelar", cancelar_saldo_inicial)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
