#include "rooms/viajes/reservacion.hpp"

#include "db/rows.hpp"

namespace cacao {

const std::string_view servicios_de_viaje = R"(
    SELECT s.servicioId, s.transaccionId, s.consecutivo, s.tipo, s.modalidad, s.proveedorId, COALESCE(c.nombre, '') AS proveedor,
           s.referidoId, s.descripcion, s.boleto, s.pasajeros, s.fechaInicio, s.fechaFin, s.tarifa, s.tua, s.otrosCargos,
           s.impuestos, s.cargoServicio, s.comision, s.costoEsperado, s.terceros, s.total
    FROM servicioViaje s
    LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.proveedorId AND s.proveedorId <> 0
    WHERE s.organizacionId = $1)";

std::optional<std::int64_t> reservacion_de(db::Reader& tx, std::string_view localizador) {
    return tx.one<std::int64_t>("SELECT reservacionId FROM reservacionViaje WHERE organizacionId = $1 AND localizador = $2",
                                tx.organizacion(), localizador);
}

}  // namespace cacao
