// The verification itself: silent on honest books, and naming the record for every figure that somebody changes by hand.

#include "engine/verificar/verificar.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/libros/conciliacion.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/gasto_compra.hpp"
#include "engine/verbos/revaluacion.hpp"

#include "db/rows.hpp"
#include "support/comercio.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

// One figure of one record: which, how it is changed and changed back, and what the verification must say of it.
struct CifraFalseada {
    std::string tabla;
    std::string llave;      // the column whose least value chooses the record
    std::string condicion;  // among those
    std::string poner;      // what is done to it; empty: it is deleted
    std::string nombra;     // the table that the sentence begins with
    std::string palabra;    // and what stands in it
    std::string como = {};  // what the identifier is called there
};

CifraFalseada suma(const std::string& tabla, const std::string& columna, const std::string& llave,
                   const std::string& condicion = "1 = 1", const std::string& nombra = {}, const std::string& palabra = {},
                   const std::string& como = {}) {
    return {tabla,
            llave,
            condicion,
            columna + " = " + columna + " + 10000",
            nombra.empty() ? tabla : nombra,
            palabra.empty() ? columna + " is" : palabra,
            como};
}
// Also the total, which the schema holds to its parts.
CifraFalseada cabecera(const std::string& columna, const std::string& signo = "+") {
    return {"documento",
            "transaccionId",
            "tipo = 'FacturaVenta' AND estado = 'vigente'",
            columna + " = " + columna + " + 10000, total = total " + signo + " 10000",
            "documento",
            columna + " is"};
}

const std::vector<CifraFalseada>& cifras_falseadas() {
    static const std::string paga =
        "EXISTS (SELECT 1 FROM aplicacion a WHERE a.organizacionId = $1 AND a.estado = 'vigente' AND a.";
    static const std::vector<CifraFalseada> lista{
        cabecera("subtotal"),
        cabecera("iva"),
        cabecera("ieps"),
        cabecera("ivaRetenido", "-"),
        cabecera("isrRetenido", "-"),
        suma("documento", "descuento", "transaccionId", "tipo = 'FacturaVenta'"),
        {"documento", "transaccionId", "tipo = 'Deposito' AND estado = 'vigente'",
         "subtotal = subtotal + 10000, total = total + 10000", "saldo", "total is"},
        {"documento", "transaccionId", "tipo = 'ComisionBancaria'", "subtotal = subtotal + 10000, total = total + 10000",
         "movimientoBanco", "importe is"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta'", "version = version + 1", "evento", "expected 1 to"},
        {"documento", "transaccionId", "tipo = 'Merma'", "folio = folio + 100", "documento", "follows folio"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta' AND estado = 'vigente'", "estado = 'cancelado'", "poliza",
         "is not undone"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta' AND estado = 'cancelado'", "estado = 'vigente'", "poliza",
         "is undone"},
        {"documento", "transaccionId", "tipo = 'Merma'", "tipo = 'Nada'", "documento", "is no kind"},
        {"documento", "transaccionId", "tipo = 'Merma'",
         "sucursalId = (SELECT MAX(s.sucursalId) FROM sucursal s WHERE s.organizacionId = $1)", "documento", "sucursalId is"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta'", "centroCostoId = 7", "documento", "which is no cost centre"},
        {"documentoNota", "transaccionId", "1 = 1", "", "evento", "which no nota says"},
        {"documentoNota", "transaccionId", "1 = 1", "consecutivo = consecutivo + 50", "documentoNota", "has no evento"},
        {"documentoArchivo", "transaccionId", "version > 0", "version = version + 50", "documentoArchivo", "has no evento"},
        {"documentoArchivo", "transaccionId", "archivoId <> 0", "archivoId = archivoId + 1", "archivoDigital",
         "is no file of the document"},
        {"documentoArchivo", "transaccionId", "version > 0 AND archivoId = 0", "archivoId = 7", "documentoArchivo",
         "which is no file that is kept"},
        suma("partida", "importe", "transaccionId", "productoId <> 0 AND iva > 0", "documento", "subtotal is"),
        suma("partida", "descuento", "transaccionId", "productoId <> 0 AND iva > 0", "documento", "descuento is"),
        suma("partida", "promocion", "transaccionId", "productoId <> 0 AND iva > 0", "documento", "descuento is"),
        suma("partida", "abono", "transaccionId", "abono > 0", "documento", "total (of the credits) is"),
        suma("partida", "iva", "transaccionId", "iva > 0"),
        suma("partida", "ieps", "transaccionId", "ieps > 0"),
        suma("partida", "ivaRetenido", "transaccionId", "ivaRetenido > 0"),
        suma("partida", "isrRetenido", "transaccionId", "isrRetenido > 0"),
        suma("partida", "costo", "transaccionId", "costo > 0 AND origenId = 0"),
        {"partida", "transaccionId", "iva > 0", "impuestos = REPLACE(impuestos, '\"base\":', '\"base\":9')", "documentoImpuesto",
         "base is"},
        {"partida", "transaccionId",
         "costo > 0 AND EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = "
         "partida.transaccionId "
         "AND d.tipo = 'Recepcion' AND d.estado <> 'cancelado')",
         "costo = costo + 10000", "partida", "what is received and not invoiced is", "-"},
        suma("avance", "cantidad", "transaccionId", "cantidad > 0 AND cantidad < limite"),
        suma("avance", "valor", "transaccionId"),
        suma("avance", "limite", "transaccionId"),
        {"pendiente", "transaccionId", "abierto = 1", "abierto = 0", "pendiente", "has no open row"},
        suma("pendiente", "cantidad", "transaccionId"),
        {"partidaAbierta", "transaccionId", "avance = 'facturado' AND tipo = 'PedidoCliente'", "tipo = 'Nada'", "partidaAbierta",
         "no list would find it"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta'", "fecha = fecha - 1", "documento", "fecha is"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta'", "vencimiento = vencimiento + 1", "saldo", "vencimiento is"},
        {"documento", "transaccionId", "tipo = 'Merma'", "vencimiento = vencimiento - 1", "documento", "vencimiento is"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta' AND estado = 'cancelado'",
         "cancelacionFecha = cancelacionFecha + 1", "documento", "cancelacionFecha is"},
        {"documento", "transaccionId", "tipo = 'FacturaVenta' AND estado = 'cancelado'", "cancelacionFecha = NULL", "documento",
         "cancelacionFecha is missing"},
        {"documento", "transaccionId", "estado = 'vigente'", "cancelacionFecha = fecha", "documento",
         "cancelacionFecha is that of a document in force"},
        suma("partida", "cantidad", "transaccionId", "costo > 0 AND origenId = 0"),
        suma("partida", "cantidad", "transaccionId", "productoId = 0"),
        suma("partida", "precioUnitario", "transaccionId", "precioUnitario > 0 AND origenId = 0"),
        suma("documentoImpuesto", "base", "transaccionId"),
        suma("documentoImpuesto", "importe", "transaccionId", "importe > 0"),
        suma("documentoImpuesto", "importeLocal", "transaccionId"),
        suma("documentoImpuesto", "alCosto", "transaccionId", "alCosto > 0"),
        suma("documentoImpuesto", "arrendamiento", "transaccionId", "arrendamiento > 0"),
        suma("partida", "alCosto", "transaccionId", "alCosto > 0"),
        suma("aplicacionImpuesto", "arrendamiento", "transaccionId", "arrendamiento > 0", "documentoImpuesto",
             "arrendamiento (of its applications) is"),
        suma("documentoImpuesto", "baseLiquidada", "transaccionId"),
        suma("documentoImpuesto", "liquidado", "transaccionId", "importe - liquidado > 10000"),
        suma("documentoImpuesto", "liquidadoLocal", "transaccionId"),
        suma("documentoImpuesto", "baseRestituida", "transaccionId", "1 = 1", "documentoImpuesto", "baseLiquidada is"),
        suma("documentoImpuesto", "restituido", "transaccionId", "liquidado > restituido + 10000", "documentoImpuesto",
             "liquidado is"),
        suma("documentoImpuesto", "restituidoLocal", "transaccionId", "1 = 1", "documentoImpuesto", "liquidadoLocal is"),
        {"poliza", "polizaId", "cargo > 0", "cargo = cargo + 10000, abono = abono + 10000", "poliza", "cargo is"},
        {"poliza", "polizaId", "cargo > 0", "periodo = periodo - 1", "poliza", "periodo is"},
        {"poliza", "polizaId", "cargo > 0", "fecha = fecha - 1", "asiento", "fecha is not"},
        {"poliza", "polizaId", "evento = 'registro'", "evento = 'aplicacion'", "poliza", "an aplicacion that is not there"},
        {"poliza", "polizaId", "revierteId <> 0", "revierteId = -revierteId", "poliza", "is no entry"},
        suma("asiento", "cargo", "polizaId", "cargo > 0", "asiento", "does not balance"),
        suma("asiento", "abono", "polizaId", "abono > 0", "asiento", "does not balance"),
        {"asiento", "polizaId", "1 = 1", "fecha = fecha - 1", "asiento", "fecha is not"},
        suma("asiento", "original", "polizaId", "original > 0"),
        {"asiento", "polizaId", "original > 0", "original = 0", "asiento", "original is"},
        {"asiento", "polizaId", "moneda = 'MXN'", "moneda = 'EUR'", "asiento", "moneda is"},
        {"asiento", "polizaId", "moneda = 'USD'", "moneda = 'MXN'", "asiento", "original is"},
        {"asiento", "polizaId", "1 = 1", "proyectoId = proyectoId + 7", "saldoCuenta", "proyectoId 7", "-"},
        suma("saldoCuenta", "cargos", "cuentaId"),
        suma("saldoCuenta", "abonos", "cuentaId"),
        suma("saldoFlujo", "entradas", "cuentaId"),
        suma("saldoFlujo", "salidas", "cuentaId"),
        suma("saldoBanco", "ingresos", "cuentaBancariaId"),
        suma("saldoBanco", "egresos", "cuentaBancariaId"),
        suma("saldoBanco", "conciliado", "cuentaBancariaId"),
        suma("saldoBanco", "estadoCuenta", "cuentaBancariaId"),
        suma("saldoBanco", "valor", "cuentaBancariaId"),
        suma("conciliacion", "importe", "conciliacionId", "1 = 1", "conciliacion", "the sum of its movements is"),
        suma("lineaBanco", "importe", "conciliacionId", "conciliacionId <> 0", "conciliacion", "the sum of its lines is"),
        {"cuentaPapelHistoria", "cuentaId", "papel = 'ventas'", "papel = 'otra'", "cuentaPapel", "its history does not have it",
         "-"},
        {"movimientoBanco", "conciliacionId", "conciliacionId <> 0", "conciliacionId = 0", "conciliacion",
         "the sum of its movements is"},
        {"movimientoBanco", "polizaId", "conciliacionId = 0", "conciliacionId = 7", "movimientoBanco", "is no reconciliation"},
        {"lineaBanco", "lineaBancoId", "1 = 1", "conciliacionId = 7", "lineaBanco", "is no reconciliation"},
        {"conciliacion", "conciliacionId", "1 = 1", "estado = 'cancelada'", "lineaBanco", "is no reconciliation", "-"},
        {"lineaBanco", "lineaBancoId", "1 = 1", "", "saldoBanco", "estadoCuenta is", "-"},
        suma("movimientoBanco", "importe", "polizaId"),
        suma("movimientoBanco", "importeLocal", "polizaId", "importeLocal = importe"),
        suma("movimientoBanco", "importeLocal", "polizaId", "importeLocal <> importe", "movimientoBanco",
             "importeLocal (of all its movements) is"),
        suma("traspasoMoneda", "importe", "transaccionId", "1 = 1", "movimientoBanco", "importe is"),
        suma("traspasoMoneda", "tipoCambio", "transaccionId", "1 = 1", "movimientoBanco", "importeLocal is"),
        {"traspasoMoneda", "transaccionId", "1 = 1", "moneda = 'EUR'", "traspasoMoneda", "moneda is EUR"},
        {"traspasoMoneda", "transaccionId", "1 = 1", "", "traspasoMoneda", "moneda is MXN"},
        {"revaluacion", "transaccionId", "vigente = 1", "vigente = 0", "revaluacion", "vigente is"},
        {"revaluacion", "transaccionId", "1 = 1", "periodo = 209912", "revaluacion", "periodo is"},
        {"revaluacion", "transaccionId", "1 = 1", "reversaId = transaccionId", "revaluacion", "does not take it back"},
        {"documento", "transaccionId", "tipo = 'ReversaRevaluacion'", "origenId = 0", "documento", "takes back no revaluacion"},
        {"documento", "transaccionId", "tipo = 'ReversaRevaluacion'", "fecha = fecha + 1", "revaluacion",
         "the day it is taken back is", "-"},
        {"documento", "transaccionId", "tipo = 'ReversaRevaluacion' AND estado = 'vigente'", "estado = 'cancelado'",
         "revaluacion", "what takes it back is cancelado", "-"},
        {"documento", "transaccionId", "tipo = 'ReversaRevaluacion'", "tipo = 'Poliza'", "revaluacion", "does not take it back",
         "-"},
        {"asiento", "polizaId",
         "cargo > 0 AND EXISTS (SELECT 1 FROM poliza p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = "
         "p.transaccionId AND d.tipo = 'ReversaRevaluacion' WHERE p.organizacionId = $1 AND p.polizaId = asiento.polizaId)",
         "cargo = cargo + 10000", "asiento", "a revaluation and what takes it back leave", "-"},
        suma("revaluacionPartida", "saldo", "transaccionId", "1 = 1", "revaluacionPartida", "valorCierre is"),
        suma("revaluacionPartida", "valorCierre", "transaccionId"),
        suma("revaluacionPartida", "valorLibros", "transaccionId", "1 = 1", "revaluacionPartida",
             "what was posted of its differences is"),
        suma("revaluacionTipoCambio", "tipoCambio", "transaccionId", "1 = 1", "revaluacionPartida", "valorCierre is"),
        {"movimientoBanco", "polizaId", "1 = 1", "fecha = fecha - 1", "movimientoBanco", "fecha is not"},
        {"movimientoBanco", "polizaId", "1 = 1", "transaccionId = transaccionId + 1", "movimientoBanco", "transaccionId is"},
        suma("saldo", "total", "transaccionId"),
        suma("saldo", "totalLocal", "transaccionId"),
        suma("saldo", "cambio", "transaccionId"),
        suma("saldo", "nodo", "transaccionId"),
        {"saldo", "transaccionId", "saldo > 10000", "saldo = saldo - 10000", "saldo", "saldo is"},
        {"saldo", "transaccionId", "saldoLocal > 10000", "saldoLocal = saldoLocal - 10000", "saldo", "saldoLocal is"},
        {"saldo", "transaccionId", "1 = 1", "aplicaciones = aplicaciones + 1", "saldo", "aplicaciones is"},
        {"saldo", "transaccionId", "1 = 1", "entidadId = entidadId + 1", "saldo", "entidadId is"},
        {"saldo", "transaccionId", "moneda = 'MXN'", "moneda = 'EUR'", "saldo", "moneda is"},
        {"saldo", "transaccionId", "1 = 1", "cuentaId = cuentaId + 1", "saldo", "totalLocal is"},
        {"saldo", "transaccionId", "1 = 1", "fecha = fecha - 1", "saldo", "fecha is"},
        {"saldo", "transaccionId", "1 = 1", "vencimiento = vencimiento + 1", "saldo", "vencimiento is"},
        suma("saldoContacto", "saldo", "entidadId"),
        suma("saldoContacto", "saldoLocal", "entidadId"),
        suma("cambioContacto", "cambio", "entidadId"),
        suma("cambioContacto", "cambioLocal", "entidadId"),
        {"cambioContacto", "entidadId", "1 = 1", "", "cambioContacto", "cambio is"},
        {"asignacionContacto", "aplicacionId", "deshecha = 0", "fecha = fecha - 1", "asignacionContacto", "the row is missing"},
        {"asignacionContacto", "aplicacionId", "deshecha = 0", "", "asignacionContacto", "the row is missing"},
        {"asignacionContacto", "aplicacionId", "deshecha = 0", "entidadId = entidadId + 1", "asignacionContacto",
         "does not change the account"},
        {"conteoDocumento", "dias", "entidadId = 0 AND dias = 1", "documentos = documentos + 1", "conteoDocumento",
         "documentos is"},
        {"conteoDocumento", "dias", "entidadId = 0 AND dias = 32", "documentos = documentos + 1", "conteoDocumento",
         "documentos is"},
        {"conteoDocumento", "entidadId", "entidadId <> 0 AND dias = 1", "documentos = documentos + 1", "conteoDocumento",
         "documentos is"},
        {"conteoDocumento", "entidadId", "entidadId <> 0 AND dias = 32", "documentos = documentos - 1", "conteoDocumento",
         "documentos is"},
        suma("aplicacion", "importe", "pagoId", "estado = 'vigente'", "saldo", "saldo is", "transaccionId"),
        suma("aplicacion", "importe2", "documentoId", "estado = 'vigente'", "saldo", "saldo is", "transaccionId"),
        suma("aplicacion", "localPago", "pagoId", "estado = 'vigente'", "saldo", "saldoLocal is", "transaccionId"),
        suma("aplicacion", "localDocumento", "documentoId", "estado = 'vigente'", "saldo", "saldoLocal is", "transaccionId"),
        suma("aplicacion", "saldoNuevo", "aplicacionId"),
        {"aplicacion", "aplicacionId", "clienteId <> 0", "clienteId = 0", "aplicacion", "clienteId is 0"},
        {"aplicacion", "aplicacionId", "estado = 'vigente'", "estado = 'cancelada'", "aplicacion", "is not undone"},
        {"aplicacion", "aplicacionId", "estado = 'cancelada'", "estado = 'vigente', parcialidad = 0", "aplicacion", "is undone"},
        {"aplicacion", "aplicacionId", "1 = 1", "polizaId = -polizaId", "aplicacion", "its entry is not there"},
        {"aplicacion", "aplicacionId", "1 = 1", "fecha = fecha - 1", "aplicacion", "fecha is"},
        {"aplicacion", "aplicacionId", "estado = 'cancelada'", "cancelacionFecha = cancelacionFecha + 1", "aplicacion",
         "cancelacionFecha is"},
        {"aplicacion", "aplicacionId", "estado = 'cancelada'", "cancelacionFecha = NULL", "aplicacion",
         "cancelacionFecha is missing"},
        {"aplicacion", "aplicacionId", "estado = 'vigente'", "cancelacionFecha = fecha", "aplicacion",
         "cancelacionFecha is that of one in force"},
        {"aplicacion", "documentoId", "1 = 1", "consecutivo = consecutivo + 100", "aplicacion", "consecutivo goes from"},
        suma("aplicacionImpuesto", "base", "transaccionId", paga + "aplicacionId = aplicacionImpuesto.aplicacionId)",
             "documentoImpuesto", "baseLiquidada is"),
        suma("aplicacionImpuesto", "importe", "transaccionId", paga + "aplicacionId = aplicacionImpuesto.aplicacionId)",
             "documentoImpuesto", "liquidado is"),
        suma("aplicacionImpuesto", "pendienteLocal", "transaccionId", paga + "aplicacionId = aplicacionImpuesto.aplicacionId)",
             "documentoImpuesto", "liquidadoLocal is"),
        suma("aplicacionImpuesto", "efectivoLocal", "aplicacionId"),
        suma("aplicacionImpuesto", "baseLocal", "aplicacionId"),
        {"serie", "siguiente", "tipo = 'Merma'", "siguiente = 7", "serie", "siguiente is 7", "-"},
        {"evento", "transaccionId", "1 = 1", "consecutivo = consecutivo + 100", "evento", "expected 1 to"},
        {"evento", "transaccionId", "consecutivo = 1", "evento = 'cambiado'", "evento", "evento is cambiado"},
        {"evento", "transaccionId", "consecutivo > 1", "evento = 'registrado'", "evento", "is registered once"},
        {"evento", "transaccionId", "evento = 'cancelado'", "evento = 'cambiado'", "evento", "evento cancelado is missing"},
        {"evento", "transaccionId", "evento = 'liquidado'", "evento = 'cambiado'", "evento", "is missing"},
        {"evento", "transaccionId", "evento = 'cambiado' AND datos LIKE '%desaplicada%'", "evento = 'cancelado'", "evento",
         "is missing"},
        {"evento", "transaccionId", "consecutivo = 1", "datos = '{}'", "evento", "datos is"},
        {"evento", "transaccionId", "consecutivo = 1", "datos = REPLACE(datos, '\"total\":', '\"total\":9')", "evento",
         "datos says total"},
        {"evento", "transaccionId", "evento = 'liquidado'", "datos = REPLACE(datos, '\"con\":', '\"con\":9')", "evento",
         "which no application says"},
        {"evento", "transaccionId", "evento = 'cancelado'", "datos = '{}'", "evento", "datos is"},
        suma("existencia", "cantidad", "productoId"),
        suma("existencia", "reservado", "productoId"),
        {"existencia", "productoId", "cantidad > 0", "ultimaFecha = ultimaFecha - 1", "existencia", "ultimaFecha is"},
        suma("existenciaDia", "movido", "productoId"),
        suma("capa", "cantidadRestante", "capaId", "cantidadRestante > 0"),
        suma("capa", "valorRestante", "capaId", "cantidadRestante > 0"),
        suma("capa", "valorRestante", "capaId", "cantidadRestante > 0", "capa", "the sum of valorRestante is", "-"),
        suma("capa", "cantidadOriginal", "capaId"),
        suma("capa", "costoOriginal", "capaId"),
        suma("capa", "costoAgregado", "capaId"),
        suma("faltante", "cantidad", "productoId", "cantidad > 0", "capa", "the sum of cantidadRestante is"),
        suma("faltante", "valor", "productoId", "cantidad > 0", "capa", "the sum of valorRestante is"),
        suma("movimiento", "cantidad", "capaId", "cantidad > 0", "capa", "cantidadRestante is"),
        suma("movimiento", "valor", "capaId", "cantidad > 0", "capa", "valorRestante is"),
        suma("faltanteSalida", "cantidad", "movimientoId", "cantidad > 0"),
        suma("faltanteSalida", "valor", "movimientoId", "cantidad > 0"),
        suma("faltanteSalida", "valor", "movimientoId", "cantidad > 0", "faltante", "valor is", "-"),
        suma("faltantePago", "cantidad", "capaId", "1 = 1", "capa", "cantidadRestante is"),
        suma("faltantePago", "valor", "capaId", "1 = 1", "capa", "valorRestante is"),
        {"faltantePago", "capaId", "1 = 1", "ajuste = ajuste + 10000", "faltanteSalida", "valor is", "-"},
        suma("porLlegar", "cantidad", "llegadaId", "cantidad > 0"),
        suma("porLlegar", "valor", "llegadaId", "cantidad > 0"),
        {"porLlegar", "llegadaId", "cantidad > 0", "cantidad = 0, valor = 0", "porLlegar", "cantidad is"},
        {"faltantePago", "llegadaId", "pasaDeId <> 0", "valor = valor - 10000", "porLlegar", "the value that did not go on"},
        {"faltantePago", "llegadaId", "pasaDeId <> 0", "cantidad = cantidad - 10000", "porLlegar",
         "what came in and did not go on"},
        {"movimiento", "movimientoId", "vieneDeId <> 0", "vieneDeId = vieneDeId + 1", "movimiento", "vieneDeId is"},
        {"movimiento", "movimientoId", "vieneDeId <> 0", "vieneDeId = 0", "movimiento", "capaDestinoId is", "-"},
        {"movimiento", "movimientoId", "capaDestinoId <> 0", "capaDestinoId = capaDestinoId + 1", "movimiento",
         "capaDestinoId is"},
        {"movimiento", "movimientoId", "EXISTS (SELECT 1 FROM movimiento v WHERE v.vieneDeId = movimiento.movimientoId)",
         "capaDestinoId = 0", "movimiento", "vieneDeId is", "-"},
        {"movimiento", "movimientoId", "cantidad < 0 AND capaDestinoId = 0 AND revierteId = 0", "capaDestinoId = capaId",
         "movimiento", "capaDestinoId is"},
        {"movimiento", "movimientoId", "devuelveId <> 0 AND revierteId = 0", "devuelveId = devuelveId + 1", "movimiento",
         "devuelveId is"},
        {"movimiento", "movimientoId", "devuelveId <> 0 AND revierteId = 0", "devuelveId = 0", "movimiento", "devuelveId is"},
        {"movimiento", "movimientoId", "devuelveId <> 0 AND revierteId <> 0", "devuelveId = 0", "movimiento", "devuelveId is"},
        {"movimiento", "movimientoId", "pagoId <> 0", "pagoId = pagoId + 1", "movimiento", "pagoId is"},
        {"capa", "capaId", "origenCapaId <> 0", "origenCapaId = origenCapaId + 1", "capa", "origenCapaId is"},
        {"capa", "capaId", "origenCapaId = 0 AND cantidadOriginal > 0", "origenCapaId = capaId", "capa", "origenCapaId is"},
        {"movimiento", "movimientoId", "1 = 1", "fecha = fecha - 1", "movimiento", "fecha is not"},
        {"movimiento", "movimientoId", "1 = 1", "polizaId = -polizaId", "movimiento", "is no entry"},
        {"numeroSerie", "productoId", "almacenId <> 0", "almacenId = almacenId + 1", "numeroSerie", "by movimientoSerie"},
        {"movimientoSerie", "productoId", "1 = 1", "movimientoId = -movimientoId", "numeroSerie", "by movimientoSerie"},
        {"movimientoSerie", "productoId", "1 = 1", "capaId = capaId + 1", "movimientoSerie", "capaId is"},
        {"numeroSerie", "productoId", "almacenId <> 0", "capaId = capaId + 1", "numeroSerie", "in that layer"},
        {"numeroSerie", "productoId", "almacenId <> 0", "capaId = capaId + 1", "numeroSerie", "the number of its serials"},
        {"numeroSerie", "productoId", "estado = 'enAlmacen'", "estado = 'reservada'", "numeroSerie", "missing in reservaSerie"},
        suma("reserva", "cantidad", "productoId", "1 = 1", "existencia", "reservado is"),
        // Rows that are gone, and rows that are left behind.
        {"documento", "transaccionId", "tipo = 'Merma'", "", "partida", "is not there"},
        {"documento", "transaccionId", "tipo = 'Merma'", "", "poliza", "is not there"},
        {"documento", "transaccionId", "tipo = 'Merma'", "", "movimiento", "is not there"},
        {"documento", "transaccionId", "tipo = 'Merma'", "", "evento", "is not there"},
        {"documento", "transaccionId", "tipo = 'Deposito'", "", "saldo", "is not there"},
        {"evento", "transaccionId", "1 = 1", "", "evento", "has no events"},
        {"saldo", "transaccionId", "1 = 1", "", "saldo", "is missing"},
        {"documentoImpuesto", "transaccionId", "liquidado = 0", "", "documentoImpuesto", "is missing"},
        {"asiento", "polizaId", "1 = 1", "", "poliza", "cargo is"},
        {"poliza", "transaccionId",
         "evento = 'registro' AND transaccionId IN (SELECT s.transaccionId FROM saldo s WHERE s.organizacionId = $1)", "",
         "poliza", "has no entry"},
        {"movimientoBanco", "transaccionId", "1 = 1", "", "movimientoBanco", "is missing"},
        {"saldoCuenta", "cuentaId", "1 = 1", "", "saldoCuenta", "cargos is"},
        {"saldoFlujo", "cuentaId", "1 = 1", "", "saldoFlujo", " is"},
        {"saldoContacto", "entidadId", "1 = 1", "", "saldoContacto", "saldo is"},
        {"existenciaDia", "productoId", "1 = 1", "", "existenciaDia", "movido is"},
        {"avance", "transaccionId", "cantidad > 0", "", "avance", "the row is missing"},
    };
    return lista;
}

// The first movement of a bank, with a line that says the same.
void conciliar_uno(Context& ctx) {
    struct Movido {
        std::int64_t polizaId = 0;
        std::int64_t cuentaBancariaId = 0;
        Fecha fecha;
        Importe importe;
    };
    std::optional<Movido> m;
    ctx.db().each(R"(SELECT polizaId, cuentaBancariaId, fecha, importe FROM movimientoBanco WHERE organizacionId = $1
                     ORDER BY polizaId LIMIT 1)",
                  [&](const db::Row& r) {
                      m = Movido{r.integer(0), r.integer(1), Fecha::de_dias(static_cast<std::int32_t>(r.integer(2))),
                                 Importe::de_micros(r.integer(3))};
                  },
                  ctx.organizacionId());
    ASSERT_TRUE(m);
    const auto linea = agregar_linea(ctx, m->cuentaBancariaId, {"B-1", m->fecha, m->importe, "", ""});
    conciliar(ctx, {m->cuentaBancariaId, {&m->polizaId, 1}, {&linea, 1}, m->importe, false});
}

// The last month that is over, with an invoice in dollars, twice: the first one was undone.
void revaluar_un_mes(Context& ctx, const Libro& l) {
    const Fecha cierre = ctx.hoy().primero_del_mes() + -1;
    SolicitudVenta s;
    s.fecha = cierre + -3;
    s.entidadId = l.clienteId;
    s.moneda = "USD";
    s.tipoCambio = 20_precio;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = ctx.db()
                       .one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'",
                                          ctx.organizacionId())
                       .value();
    p.cantidad = 1_pza;
    p.precioUnitario = 10_precio;
    emitir(ctx, FacturaVenta, s);
    const auto primera = revaluar(ctx, periodo_de(cierre), {{"USD", 19_precio}}, {});
    cancelar_revaluacion(ctx, primera.revaluacion.transaccionId, "");
    revaluar(ctx, periodo_de(cierre), {{"USD", *Precio::leer("19.5")}}, {});
}

class Verificar : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Verificar);

TEST_P(Verificar, NamesEveryFigureThatWasChangedByHand) {
    Libro l{GetParam()};
    test::comerciar(l);
    l.escribe([&](Context& ctx) {
        ctx.db().run(R"(INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId,
                                              cuentaBancariaId, activo, version)
                        VALUES ($1, $2, 'OTRA', 'Otra', '', '', 0, 0, 0, 1, 1))",
                     ctx.organizacionId(), ctx.db().next_id());
        conciliar_uno(ctx);
        revaluar_un_mes(ctx, l);
        const auto factura = ctx.db().one<std::int64_t>(
            "SELECT MIN(transaccionId) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'", ctx.organizacionId());
        const auto documento = exigir_cualquiera(ctx.db(), factura.value());
        agregar_nota(ctx, documento, "Una nota");
        agregar_archivo(ctx, documento, {"acuse", "pdf", "https://ejemplo.mx/acuse.pdf"});
        agregar_digital(ctx, documento, {"nota", "txt", {hexadecimal(sha256("una nota")), "text/plain", ""}}, "una nota");
    });
    ASSERT_THAT(l.diferencias(), testing::IsEmpty());
    for (const CifraFalseada& c : cifras_falseadas()) {
        SCOPED_TRACE(c.tabla + ": " + c.poner);
        std::int64_t id = 0;
        std::vector<std::string> dichas;
        // Looked at from inside the transaction that changed it, which is then given up.
        struct Basta {};
        EXPECT_THROW(l.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            dichas.clear();
            const std::string donde = " WHERE organizacionId = $1 AND " + c.condicion;
            id = tx.one<std::int64_t>("SELECT COALESCE(MIN(" + c.llave + "), 0) FROM " + c.tabla + donde, ctx.organizacionId())
                     .value();
            if (c.poner.empty())
                tx.count("DELETE FROM " + c.tabla + donde + " AND " + c.llave + " = $2", ctx.organizacionId(), id);
            else
                tx.count("UPDATE " + c.tabla + " SET " + c.poner + donde + " AND " + c.llave + " = $2", ctx.organizacionId(), id);
            verificar(tx, [&](const std::string& d) { dichas.push_back(d); });
            throw Basta{};
        }),
                     Basta);
        EXPECT_NE(id, 0) << "no such record";
        const std::string llave = (c.como.empty() ? c.llave : c.como) + " " + std::to_string(id);
        const bool nombrada = std::any_of(dichas.begin(), dichas.end(), [&](const std::string& d) {
            return d.starts_with(c.nombra + ": ") && d.find(c.palabra) != std::string::npos &&
                   (c.como == "-" || d.find(llave + ",") != std::string::npos || d.find(llave + ":") != std::string::npos);
        });
        EXPECT_TRUE(nombrada) << c.nombra << " … " << llave << " … " << c.palabra << "\n" << testing::PrintToString(dichas);
    }
    EXPECT_THAT(l.diferencias(), testing::IsEmpty()) << "every change was given up";
}

// What the schema's steps make of a company of before is what is kept of one since.
TEST_P(Verificar, KeptFiguresAreMadeFromWhatWasThere) {
    Libro l{GetParam()};
    test::comerciar(l);
    l.escribe([&](Context& ctx) { revaluar_un_mes(ctx, l); });
    for (const std::string tabla : {"conteoDocumento", "conteoRegistro", "cambioContacto", "asignacionContacto"})
        l.escribe(
            [&](Context& ctx) { ctx.db().run("DELETE FROM " + tabla + " WHERE organizacionId = $1", ctx.organizacionId()); });
    EXPECT_THAT(l.diferencias(), testing::Not(testing::IsEmpty()));
    for (const auto* paso : {"0096", "0097"}) l.m.repite_paso(paso);
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
}

// Sales and purchases by every way round: what each step took of those above it, and gave back, is known without asking those who
// kept it.
TEST_P(Verificar, KnowsTheProgressOfEachLineOfAChain) {
    Libro l{GetParam()};
    const auto p = l.producto("DULCE");
    l.entra(p, 50_pza, 4_precio);
    const auto nuevo = [&](const Documento& tipo, Cantidad cantidad, bool quieto = false) {
        auto s = l.solicitud(tipo, {{p, cantidad, 100_precio}});
        s.sin_existencia = quieto;
        return l.emite(tipo, s).transaccionId;
    };
    const auto deriva = [&](const Documento& tipo, std::int64_t origenId, Cantidad cantidad, std::string_view como = {}) {
        auto s = l.derivada(tipo, origenId, {cantidad});
        s.sin_existencia = como == "sin entrega";
        if (como == "devolucion") s.motivo = como;
        for (auto& partida : s.partidas) partida.precioUnitario.reset();
        return l.emite(tipo, s).transaccionId;
    };
    // Invoiced first, delivered by the invoice.
    const auto sin_entregar = deriva(FacturaVenta, nuevo(PedidoCliente, 10_pza, true), 10_pza, "sin entrega");
    deriva(NotaCreditoCliente, sin_entregar, 1_pza, "devolucion");
    deriva(NotaCreditoCliente, deriva(NotaDevolucionCliente, deriva(Entrega, sin_entregar, 6_pza), 3_pza), 2_pza);
    // Delivered first.
    const auto entrega = deriva(Entrega, nuevo(PedidoCliente, 8_pza), 7_pza);
    deriva(NotaDevolucionCliente, entrega, 1_pza);
    const auto facturada = deriva(FacturaVenta, entrega, 5_pza);
    deriva(NotaCreditoCliente, deriva(NotaDevolucionCliente, facturada, 2_pza), 1_pza);
    // By a note that is invoiced later.
    const auto nota = deriva(NotaVenta, nuevo(PedidoCliente, 6_pza), 5_pza);
    const auto de_nota = deriva(FacturaVenta, nota, 3_pza);
    deriva(NotaCreditoCliente, deriva(NotaDevolucionCliente, de_nota, 2_pza), 1_pza);
    deriva(NotaCreditoCliente, de_nota, 1_pza);
    // Bought: received, invoiced with and without what was received.
    const auto orden = nuevo(OrdenCompra, 12_pza);
    l.escribe([&](Context& ctx) { transitar(ctx, orden, "autorizar"); });
    const auto recepcion = deriva(Recepcion, orden, 7_pza);
    deriva(NotaDevolucionProveedor, recepcion, 1_pza);
    const auto compra = l.derivada(FacturaCompra, recepcion, {5_pza});
    const auto comprada = l.emite(FacturaCompra, compra).transaccionId;
    deriva(NotaCreditoProveedor, deriva(NotaDevolucionProveedor, comprada, 2_pza), 1_pza);
    const auto directa = l.emite(FacturaCompra, l.derivada(FacturaCompra, orden, {4_pza})).transaccionId;
    deriva(NotaDevolucionProveedor, directa, 1_pza);
    ASSERT_THAT(l.diferencias(), testing::IsEmpty());

    struct Llave {
        std::int64_t transaccionId = 0, numeroPartida = 0;
        std::string avance;
    };
    std::vector<Llave> llaves;
    l.m.lee([&](const Context& ctx) {
        ctx.db().each(
            "SELECT transaccionId, numeroPartida, avance FROM avance WHERE organizacionId = $1",
            [&](const db::Row& r) {
                llaves.push_back({r.integer(0), r.integer(1), std::string{r.text(2)}});
            },
            ctx.organizacionId());
    });
    EXPECT_GT(llaves.size(), 20U);
    for (const Llave& a : llaves) {
        std::vector<std::string> dichas;
        struct Basta {};
        EXPECT_THROW(l.escribe([&](Context& ctx) {
            dichas.clear();
            ctx.db().run(R"(UPDATE avance SET cantidad = cantidad - 10000
                            WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                         ctx.organizacionId(), a.transaccionId, a.numeroPartida, a.avance);
            verificar(ctx.db(), [&](const std::string& d) { dichas.push_back(d); });
            throw Basta{};
        }),
                     Basta);
        EXPECT_THAT(dichas,
                    testing::Contains(testing::HasSubstr(fmt::format("transaccionId {}, numeroPartida {}, avance {}: cantidad is",
                                                                     a.transaccionId, a.numeroPartida, a.avance))));
    }
}

// Goods at a cost that is not theirs, though all sums agree with each other.
TEST_P(Verificar, FindsGoodsAtACostThatIsNotTheirOwn) {
    Libro l{GetParam()};
    const auto recibe = [&](std::int64_t p, Cantidad cantidad, Precio precio, std::vector<std::string> series = {}) {
        auto s = l.solicitud(Recepcion, {{p, cantidad, precio}});
        s.partidas[0].series = std::move(series);
        return l.emite(Recepcion, s).transaccionId;
    };
    const auto gasta = [&](std::int64_t recepcionId, Importe importe) {
        GastoCompraPedido g;
        g.importe = importe;
        g.base = BaseReparto::importe;
        g.portadores = {{"/partidas/0", recepcionId, 1, {}}};
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) { id = registrar_gasto_compra(ctx, g).transaccionId; });
        return id;
    };
    const auto capa_de = [&](std::int64_t p) {
        return l.entero("SELECT MIN(capaId) FROM capa WHERE organizacionId = $1 AND productoId = $2 AND cantidadRestante > 0", p);
    };
    const auto quieta = l.producto("QUIETA", {}, "promedio");
    const auto en_bodega = gasta(recibe(quieta, 10_pza, 10_precio), 33_mxn);
    const auto vendida = l.producto("VENDIDA", {}, "promedio");
    const auto deshecho = gasta(recibe(vendida, 10_pza, 10_precio), 30_mxn);
    l.factura({{vendida, 5_pza, 50_precio}});
    recibe(vendida, 10_pza, 10_precio);
    l.cancela(deshecho);
    EXPECT_EQ(l.valor(vendida), 150_mxn);
    l.permite_negativos();
    const auto debida = l.producto("DEBIDA");
    recibe(debida, 2_pza, 10_precio);
    const auto venta = l.factura({{debida, 7_pza, 50_precio}}).transaccionId;
    recibe(debida, 3_pza, 12_precio);
    recibe(debida, 10_pza, 13_precio);
    l.m.avanza(60);
    const auto vuelta = l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, venta, {7_pza})).transaccionId;
    EXPECT_EQ(l.valor(debida), 186_mxn);
    const auto caja = l.producto("CAJA");
    const auto pieza = l.producto("PIEZA");
    auto r = l.solicitud(Reempaque, {{caja, 2_pza, {}}, {pieza, 8_pza, {}}});
    for (auto& p : r.partidas) p.precioUnitario.reset();
    r.partidas[1].produce = true;
    l.emite(Reempaque, r);
    const auto llegada = recibe(caja, 2_pza, 10_precio);
    EXPECT_EQ(l.valor(pieza), 20_mxn);
    const auto radio = l.producto("RADIO", {}, "promedio", "serie");
    recibe(radio, 1_pza, 10_precio, {"S1"});
    recibe(radio, 1_pza, 20_precio, {"S2"});
    auto s = l.solicitud(FacturaVenta, {{radio, 1_pza, 90_precio}});
    s.partidas[0].series = {"S2"};
    const auto vendido = l.emite(FacturaVenta, s).transaccionId;
    EXPECT_EQ(l.valor(radio), 10_mxn);
    ASSERT_THAT(l.diferencias(), testing::IsEmpty());

    struct Mano {
        std::vector<std::string> cambios;
        std::string dice;
    };
    const auto texto = [](std::int64_t id) { return std::to_string(id); };
    const auto en_capa = [&](std::int64_t p, const std::string& quita, bool tardio) {
        return "UPDATE capa SET valorRestante = valorRestante - " + quita +
               (tardio ? ", costoAgregado = costoAgregado - " + quita : std::string{}) +
               " WHERE organizacionId = $1 AND capaId = " + texto(capa_de(p));
    };
    const auto capa_de_vuelta = l.entero(R"(SELECT MIN(capaId) FROM movimiento WHERE organizacionId = $1 AND transaccionId = $2
                                            AND cantidad = 3000000)",
                                         vuelta);
    const Mano manos[] = {
        {{"DELETE FROM movimiento WHERE organizacionId = $1 AND transaccionId = " + texto(en_bodega),
          en_capa(quieta, "33000000", true)},
         "is in no goods, and none of them left"},
        {{"UPDATE movimiento SET valor = valor - 15000000 WHERE organizacionId = $1 AND valor < 0 AND transaccionId = " +
              texto(deshecho),
          en_capa(vendida, "15000000", true)},
         "of a late cost that was undone"},
        {{"UPDATE movimiento SET valor = valor - 12000000 WHERE organizacionId = $1 AND cantidad = 3000000 AND transaccionId = " +
              texto(vuelta),
          "UPDATE capa SET valorRestante = valorRestante - 12000000, costoOriginal = costoOriginal - 12000000 "
          "WHERE organizacionId = $1 AND capaId = " +
              texto(capa_de_vuelta)},
         "the value that came back is 50, expected 62"},
        {{"UPDATE movimiento SET valor = valor - 5000000 WHERE organizacionId = $1 AND cantidad = 0 AND valor > 0 "
          "AND transaccionId = " +
              texto(llegada),
          en_capa(pieza, "5000000", true)},
         "valor is 15, expected 20"},
        {{"UPDATE correccionProducido SET parte = parte / 2 WHERE organizacionId = $1"}, "valor is 20, expected 10"},
        {{"DELETE FROM correccionProducido WHERE organizacionId = $1"}, "has a value and no goods"},
        {{"DELETE FROM reempaque WHERE organizacionId = $1"}, "is not of what a repackaging made"},
        {{"UPDATE movimiento SET valor = -10000000 WHERE organizacionId = $1 AND transaccionId = " + texto(vendido)},
         "valor is -10, expected -20"},
        {{"UPDATE movimientoSerie SET serie = 'S1' WHERE organizacionId = $1 AND transaccionId = " + texto(vendido)},
         "serie S2, capaId"},
    };
    for (const Mano& mano : manos) {
        SCOPED_TRACE(mano.dice);
        std::vector<std::string> dichas;
        struct Basta {};
        EXPECT_THROW(l.escribe([&](Context& ctx) {
            dichas.clear();
            for (const std::string& sql : mano.cambios) ctx.db().run(sql, ctx.organizacionId());
            verificar(ctx.db(), [&](const std::string& d) { dichas.push_back(d); });
            throw Basta{};
        }),
                     Basta);
        EXPECT_THAT(dichas, testing::Contains(testing::HasSubstr(mano.dice)));
    }
}

TEST_P(Verificar, TheLastMonthThatCanBeWrittenIsAMonth) {
    Libro l{GetParam()};
    l.m.reloj.fijar(Instante::leer_iso("2199-12-31T18:00:00Z"));
    l.entra(l.producto("P"), 1_pza, 10_precio, Fecha::leer_iso("2199-12-31"));
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
}

TEST_P(Verificar, NegativeStockIsADifferenceWhereItIsNotAllowed) {
    Libro l{GetParam()};
    test::comerciar(l);
    l.permite_negativos(false);
    EXPECT_THAT(l.diferencias(),
                testing::Contains(testing::AllOf(testing::StartsWith("existencia: "), testing::HasSubstr("cantidad is -2"),
                                                 testing::HasSubstr("no negative stock"))));
}

// With nothing on hand in all, what one lot has is worth something else than what the other owes; with nothing of any, nothing.
TEST_P(Verificar, OneLotMayOweAsMuchAsAnotherHas) {
    Libro l{GetParam()};
    l.permite_negativos();
    const auto p = l.producto("P", 10_mxn, "peps", "lote");
    const auto mueve = [&](const Documento& tipo, const char* lote, std::optional<Precio> costo = {}) {
        auto s = l.solicitud(tipo, {{p, 5_pza, {}}});
        s.partidas[0].precioUnitario = costo;
        s.partidas[0].lote = LotePedido{lote, {}, {}, {}};
        l.emite(tipo, s);
    };
    mueve(EntradaInventario, "X", 10_precio);
    mueve(EntradaInventario, "Y", 30_precio);
    mueve(SalidaInventario, "X");
    mueve(SalidaInventario, "X");
    EXPECT_EQ(l.existencia(p), 0_pza);
    EXPECT_EQ(l.cuenta("inventario"), 100_mxn);
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
    mueve(SalidaInventario, "Y");
    mueve(EntradaInventario, "X", 12_precio);
    EXPECT_EQ(l.cuenta("inventario"), 0_mxn);
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
    l.escribe([&](Context& ctx) {
        ctx.db().run(
            "UPDATE movimiento SET valor = valor + 10000 WHERE organizacionId = $1 AND productoId = $2 AND valor = 60000000",
            ctx.organizacionId(), p);
    });
    EXPECT_THAT(l.diferencias(), testing::Contains(testing::HasSubstr("quantity 0 has the value 0.01")));
}

// The goods that a place waited for have come and gone; what it owes since costs what its last ones did.
TEST_P(Verificar, WhatIsOwedIsNoShareOfWhatWasWaitedFor) {
    Libro l{GetParam()};
    l.permite_negativos();
    const auto p = l.producto("P");
    const auto sur = l.almacen("SUR");
    const auto mueve = [&](const Documento& tipo, std::int64_t almacenId, Cantidad cantidad, std::optional<Precio> costo = {}) {
        auto s = l.solicitud(tipo, {{p, cantidad, {}}});
        s.partidas[0].precioUnitario = costo;
        s.partidas[0].almacenId = almacenId;
        if (&tipo == &Traspaso) s.almacenDestinoId = sur;
        l.emite(tipo, s);
    };
    mueve(Traspaso, l.almacenId, 4_pza);
    mueve(EntradaInventario, l.almacenId, 4_pza, 10_precio);
    mueve(EntradaInventario, sur, 1_pza, 30_precio);
    mueve(SalidaInventario, sur, 5_pza);
    mueve(SalidaInventario, sur, 2_pza);
    EXPECT_EQ(l.cuenta("inventario"), -60_mxn);
    EXPECT_THAT(l.diferencias(), testing::IsEmpty());
}

// Of seven that a transfer took before they came in four came, and five went on from there: sold, or made into something.
TEST_P(Verificar, WhatIsWaitedForMayGoOn) {
    for (const char* metodo : {"peps", "promedio"})
        for (const bool vende : {true, false}) {
            Libro l{GetParam()};
            l.permite_negativos();
            const auto p = l.producto("P", 10_mxn, metodo);
            const auto otro = l.producto("OTRO", 10_mxn, metodo);
            const auto sur = l.almacen("SUR");
            const auto mueve = [&](const Documento& tipo, std::int64_t almacenId, std::vector<test::Renglon> renglones) {
                auto s = l.solicitud(tipo, renglones);
                for (auto& partida : s.partidas) partida.almacenId = almacenId;
                if (&tipo == &Traspaso) s.almacenDestinoId = sur;
                if (&tipo == &Reempaque) s.partidas[1].produce = true;
                if (&tipo != &EntradaInventario)
                    for (auto& partida : s.partidas) partida.precioUnitario.reset();
                l.emite(tipo, s);
                EXPECT_THAT(l.diferencias(), testing::IsEmpty());
            };
            mueve(Traspaso, l.almacenId, {{p, 7_pza, {}}});
            mueve(EntradaInventario, l.almacenId, {{p, 4_pza, 10_precio}});
            EXPECT_EQ(l.valor(p, sur), 40_mxn);
            if (vende) mueve(SalidaInventario, sur, {{p, 5_pza, {}}});
            else mueve(Reempaque, sur, {{p, 5_pza, {}}, {otro, 5_pza, {}}});
            EXPECT_EQ(l.existencia(p, sur), 2_pza);
            EXPECT_EQ(l.valor(p, sur), 0_mxn);
            EXPECT_EQ(l.valor(otro, sur), vende ? 0_mxn : 40_mxn);
            // The rest comes: one pays what went on, two stay there.
            mueve(EntradaInventario, l.almacenId, {{p, 3_pza, 10_precio}});
            EXPECT_EQ(l.valor(p, sur), 20_mxn);
            EXPECT_EQ(l.valor(p, l.almacenId), 0_mxn);
            EXPECT_EQ(l.valor(otro, sur), vende ? 0_mxn : 50_mxn);
            EXPECT_EQ(l.cuenta("inventario"), vende ? 20_mxn : 70_mxn);
        }
}

TEST_P(Verificar, QuickLooksAtWhatTheLastDayTouched) {
    Libro l{GetParam()};
    test::comerciar(l);
    const auto viejo = l.factura_de_concepto(10_precio);
    l.m.avanza(3 * 24 * 3600);
    const auto ayer = l.m.reloj.ahora().mas_segundos(-24 * 3600);
    const auto a = l.producto("Q", 10_mxn);
    l.entra(a, 5_pza, 3_precio);
    const auto nuevo = l.factura({{a, 1_pza, 10_precio}});
    EXPECT_THAT(l.diferencias(ayer), testing::IsEmpty());
    const auto estropear = [&](std::int64_t transaccionId) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE documento SET descuento = descuento + 10000 WHERE organizacionId = $1 AND transaccionId = $2",
                         ctx.organizacionId(), transaccionId);
        });
    };
    // Far enough from the new ones not to be looked at along with them.
    estropear(l.entero("SELECT MIN(transaccionId) FROM documento WHERE organizacionId = $1 AND tipo = 'FacturaVenta'"));
    EXPECT_THAT(l.diferencias(ayer), testing::IsEmpty());
    estropear(nuevo.transaccionId);
    EXPECT_THAT(l.diferencias(ayer),
                testing::ElementsAre(testing::HasSubstr("transaccionId " + std::to_string(nuevo.transaccionId) + ": descuento")));
    EXPECT_EQ(l.diferencias().size(), 2U);
    // The sums of what it concerns: its month, its contact, its products.
    for (const char* sql : {"UPDATE saldoCuenta SET cargos = cargos + 10000 WHERE organizacionId = $1",
                            "UPDATE saldoContacto SET saldo = saldo + 10000 WHERE organizacionId = $1",
                            "UPDATE existencia SET cantidad = cantidad + 10000 WHERE organizacionId = $1"})
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
    const auto dichas = l.diferencias(ayer);
    for (const char* tabla : {"saldoCuenta: ", "saldoContacto: ", "existencia: "})
        EXPECT_THAT(dichas, testing::Contains(testing::StartsWith(tabla)));
    // A payment of today brings the old invoice into view.
    l.aplica(l.deposito(5_mxn).transaccionId, viejo.transaccionId, 5_mxn);
    estropear(viejo.transaccionId);
    EXPECT_THAT(l.diferencias(ayer),
                testing::Contains(testing::HasSubstr("transaccionId " + std::to_string(viejo.transaccionId) + ": ")));
}

}  // namespace
}  // namespace cacao::engine
