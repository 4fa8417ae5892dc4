#pragma once
// Sales notes and invoices that hold a list of students: ordinary documents, each line of which says whose it is and what for.
// And their files, by student.

#include "api/operations.hpp"
#include "base/archivo.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/escuela/curp.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What a line of a student is for; only tuition has the complement.
enum class TipoCargoEscolar { inscripcion, colegiatura, transporte, comedor, materiales, recargo, otro };
DESCRIBE_ENUM(TipoCargoEscolar, inscripcion, colegiatura, transporte, comedor, materiales, recargo, otro)

struct PartidaEscolarNueva : engine::MercanciaNueva {
    Id alumnoId;
    TipoCargoEscolar tipo{};
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    std::optional<Precio> precioUnitario;
    std::optional<NoNegativo<Importe>> descuento;
    std::optional<bool> incluyeImpuestos;
};
DESCRIBE_STRUCT(PartidaEscolarNueva, (engine::MercanciaNueva),
                (alumnoId, tipo, conceptoId, descripcion, precioUnitario, descuento, incluyeImpuestos))

// For whom it is, if that is not said, follows from its students.
struct NotaEscolarNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    std::optional<IdOpcional> clienteId;
    std::optional<IdOpcional> almacenId;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<2, 2>> formaPago;
    Lista<PartidaEscolarNueva, 1000, 1> partidas;
};
DESCRIBE_STRUCT(NotaEscolarNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (clienteId, almacenId, vencimiento, formaPago, partidas))

struct FacturaEscolarNueva : NotaEscolarNueva {
    std::optional<engine::MetodoPago> metodoPago;
};
DESCRIBE_STRUCT(FacturaEscolarNueva, (NotaEscolarNueva), (metodoPago))

// A student of a document, by line.
struct AlumnoDeVenta {
    std::int64_t numeroPartida{};
    std::int64_t alumnoId{};
    std::string matricula;
    std::string alumno;
    CurpReservada curp;
    std::int64_t familiaId{};
    std::int64_t nivelEscolarId{};
    std::string nivel;
    std::string grado;
    std::string grupo;
    Nombrado<TipoCargoEscolar> tipo;
    std::string descripcion;
    Importe importe;
    Importe descuento;
};
DESCRIBE_STRUCT(AlumnoDeVenta, (),
                (numeroPartida, alumnoId, matricula, alumno, curp, familiaId, nivelEscolarId, nivel, grado, grupo, tipo,
                 descripcion, importe, descuento))

struct VentaEscolarCreada : engine::DocumentoCreado {
    std::vector<AlumnoDeVenta> alumnos;
};
DESCRIBE_STRUCT(VentaEscolarCreada, (engine::DocumentoCreado), (alumnos))

struct VentaEscolarVista : engine::DocumentoVista {
    std::vector<AlumnoDeVenta> alumnos;
};
DESCRIBE_STRUCT(VentaEscolarVista, (engine::DocumentoVista), (alumnos))

struct VentasEscolaresFiltro : engine::DocumentosFiltro {
    std::optional<Id> alumnoId;
    std::optional<Id> familiaId;
};
DESCRIBE_STRUCT(VentasEscolaresFiltro, (engine::DocumentosFiltro), (alumnoId, familiaId))

struct ArchivoEscolarNuevo {
    Id transaccionId;
    std::optional<IdOpcional> alumnoId;
    std::optional<Texto<255>> nombre;  // none: that of the part
    std::optional<Texto<20>> extension;
    std::optional<Texto<100>> tipo;
    Archivo archivo;
};
DESCRIBE_STRUCT(ArchivoEscolarNuevo, (), (transaccionId, alumnoId, nombre, extension, tipo, archivo))

struct ArchivoEscolar : engine::ArchivoDigital {
    std::int64_t alumnoId{};
    std::string matricula;
    std::string alumno;
};
DESCRIBE_STRUCT(ArchivoEscolar, (engine::ArchivoDigital), (alumnoId, matricula, alumno))

struct ArchivosEscolaresPedidos {
    Id id;
    std::optional<Id> alumnoId;
};
DESCRIBE_STRUCT(ArchivosEscolaresPedidos, (), (id, alumnoId))

// Of a note, and of the invoices that were made of it: what is about one student, or about the whole document (alumnoId 0).
struct ArchivoDeAlumno : engine::ArchivoVista {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t alumnoId{};
    std::string matricula;
    std::string alumno;
};
DESCRIBE_STRUCT(ArchivoDeAlumno, (engine::ArchivoVista), (transaccionId, tipoDocumento, folio, alumnoId, matricula, alumno))

VentaEscolarCreada crear_nota_escolar(Context&, const NotaEscolarNueva&);
VentaEscolarCreada crear_factura_escolar(Context&, const FacturaEscolarNueva&);
VentaEscolarVista obtener_nota_escolar(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_notas_escolares(const Context&, const VentasEscolaresFiltro&);
engine::ArchivoPorGuardar preparar_archivo_escolar(const Context&, const ArchivoEscolarNuevo&);
ArchivoEscolar agregar_archivo_escolar(Context&, const ArchivoEscolarNuevo&, const engine::ArchivoPorGuardar&);
std::vector<ArchivoDeAlumno> archivos_escolares(const Context&, const ArchivosEscolaresPedidos&);

void register_venta_escolar(api::Operations&);

}  // namespace cacao
