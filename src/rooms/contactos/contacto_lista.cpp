#include "api/busqueda.hpp"
#include "api/conteos.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/contactos/contacto_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct FilaDeLista : ContactoResumen, ColumnasDeRol {};
DESCRIBE_STRUCT(FilaDeLista, (ContactoResumen, ColumnasDeRol), ())

std::string_view con_rol(Rol rol) {
    switch (rol) {
        case Rol::cliente: return "c.esCliente = 1";
        case Rol::proveedor: return "c.esProveedor = 1";
        case Rol::vendedor: return "c.esVendedor = 1";
        case Rol::empleado: return "c.esEmpleado = 1";
        case Rol::otro: break;
    }
    return "c.esOtro = 1";
}

// Whether a list is asked only for what contacts are counted by.
bool solo_contados(const ContactosFiltro& f) {
    return !f.buscar && !f.codigo && !f.rfc && !f.clasificacionId && !f.referenciaExterna && !f.modificadoDesde &&
           !f.desdePosicion;
}

}  // namespace

Pagina<ContactoResumen> listar_contactos(const Context& ctx, const ContactosFiltro& filtro) {
    ContactosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    Recorrido recorrido{ctx, filtro, "Contactos", reflect::to_json(solo_filtros)};

    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    if (filtro.buscar) filtrar_palabras(tx, *filtro.buscar, {"contactoPalabra", "entidadId", "c.entidadId"}, donde);
    donde.add_if(filtro.codigo, "c.codigo = $");
    if (filtro.rfc) donde.add("c.rfc = $ AND c.rfc <> ''", *filtro.rfc);
    if (filtro.rol) donde.add(con_rol(*filtro.rol));
    if (filtro.clasificacionId)
        donde.add(
            "c.entidadId IN (SELECT x.entidadId FROM contactoClasificacion x WHERE x.organizacionId = $1 AND x.clasificacionId = "
            "$)",
            filtro.clasificacionId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "c.activo = 1" : "c.activo = 0");
    donde.add_if(filtro.referenciaExterna, "c.referenciaExterna = $");
    recorrido.seguir(ctx, filtro, "c.modificadoEn >= $",
                     "c.entidadId IN (SELECT e.registroId FROM eventoRegistro e WHERE e.organizacionId = $1 AND e.tipo = "
                     "'Contacto' AND e.posicion > $)",
                     donde);

    Total total;
    if (!solo_contados(filtro))
        total = recorrido.contar(tx, "SELECT 1 FROM contacto c WHERE c.organizacionId = $1" + donde.and_sql(), donde.params());
    else if (recorrido.con_total())
        total = registros_contados(tx, contacto_contado, filtro.rol ? std::optional{clase_de_rol(*filtro.rol)} : std::nullopt,
                                   filtro.activo);
    if (recorrido.desde()) donde.add("c.entidadId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    std::vector<ContactoResumen> filas;
    for (auto& fila : tx.all_with<FilaDeLista>(R"(
            SELECT c.entidadId, c.codigo, c.nombre, c.nombreFiscal, c.rfc, c.regimenFiscal, c.codigoPostal, c.usoCfdi, c.correo, c.telefono,
                   c.listaPreciosId, c.limiteCredito, c.diasCredito, c.moneda, c.ivaFrontera, c.tratoIva, c.notas, COALESCE(c.referenciaExterna, '') AS referenciaExterna,
                   c.activo, c.contactoPrincipal, c.version, c.creadoEn, c.modificadoEn, c.esCliente, c.esProveedor, c.esVendedor,
                   c.esEmpleado, c.esOtro
            FROM contacto c WHERE c.organizacionId = $1)" +
                                                   donde.and_sql() + " ORDER BY c.entidadId" + tramo,
                                               donde.params())) {
        fila.roles = roles_de(fila);
        filas.push_back(std::move(fila));
    }
    return recorrido.pagina(std::move(filas), total, [](const ContactoResumen& c) { return std::vector{c.entidadId}; });
}

}  // namespace cacao
