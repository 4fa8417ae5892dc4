#include "rooms/contactos/contacto_filas.hpp"

#include "api/conteos.hpp"
#include "db/rows.hpp"
#include "reflect/decode.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct FilaContacto : Contacto, ColumnasDeRol {
    bool clasificado{};
};
DESCRIBE_STRUCT(FilaContacto, (Contacto, ColumnasDeRol), (clasificado))

bool tiene(const Contacto& c, Rol rol) { return std::ranges::find(c.roles, rol) != c.roles.end(); }

std::optional<std::string> nulo_si_vacio(const std::string& texto) { return texto.empty() ? std::nullopt : std::optional{texto}; }

void insertar_clasificaciones(db::Writer& tx, const Contacto& c) {
    for (const auto& clasificacion : c.clasificaciones)
        tx.run("INSERT INTO contactoClasificacion (organizacionId, entidadId, clasificacionId) VALUES ($1, $2, $3)",
               tx.organizacion(), c.entidadId, clasificacion.clasificacionId);
}

void insertar_palabras(db::Writer& tx, const Contacto& c) {
    for (const auto& palabra : palabras_de(c))
        tx.run("INSERT INTO contactoPalabra (organizacionId, palabra, entidadId) VALUES ($1, $2, $3)", tx.organizacion(), palabra,
               c.entidadId);
}

}  // namespace

std::vector<Rol> roles_de(const ColumnasDeRol& columnas) {
    std::vector<Rol> roles;
    if (columnas.esCliente) roles.push_back(Rol::cliente);
    if (columnas.esProveedor) roles.push_back(Rol::proveedor);
    if (columnas.esVendedor) roles.push_back(Rol::vendedor);
    if (columnas.esEmpleado) roles.push_back(Rol::empleado);
    if (columnas.esOtro) roles.push_back(Rol::otro);
    return roles;
}

std::string principal_de(const std::vector<ContactoAdicional>& adicionales) {
    const auto principal = std::ranges::find_if(adicionales, [](const auto& a) { return a.principal; });
    return principal == adicionales.end() ? "" : principal->nombre;
}

std::vector<std::string> palabras_de(const Contacto& c) {
    std::string texto = c.nombre + ' ' + c.nombreFiscal + ' ' + c.codigo + ' ' + c.rfc;
    for (const auto& a : reflect::recuperar(c.contactosAdicionales)) texto += ' ' + a.nombre;
    return palabras(texto);
}

Contacto leer_contacto(db::Reader& tx, std::int64_t entidadId, Instantanea instantanea) {
    std::optional<FilaContacto> fila;
    std::vector<ClasificacionDeContacto> clasificaciones;
    tx.one_later(fila, R"(
        SELECT entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, listaPreciosId,
               limiteCredito, diasCredito, moneda, ivaFrontera, tratoIva, notas, COALESCE(referenciaExterna, '') AS referenciaExterna, activo,
               contactoPrincipal, contactosAdicionales, direcciones, cuentasBancarias, clasificado, version, creadoEn, modificadoEn,
               esCliente, esProveedor, esVendedor, esEmpleado, esOtro
        FROM contacto WHERE organizacionId = $1 AND entidadId = $2)",
                 tx.organizacion(), entidadId);
    // A round trip costs more than an empty list, a statement more than a look at the flag: so PostgreSQL is asked for both at
    // once, SQLite only for what is there.
    if (tx.motor() == db::Motor::postgres || (fila && fila->clasificado))
        tx.all_later(clasificaciones, R"(
            SELECT x.clasificacionId, x.nombre FROM contactoClasificacion c
            JOIN clasificacionContacto x ON x.organizacionId = c.organizacionId AND x.clasificacionId = c.clasificacionId
            WHERE c.organizacionId = $1 AND c.entidadId = $2 ORDER BY x.nombre)",
                     tx.organizacion(), entidadId);
    if (instantanea == Instantanea::termina) tx.settle_last();
    else tx.settle();
    if (!fila) reject(Codigo::no_encontrado, "/entidadId");
    fila->roles = roles_de(*fila);
    fila->clasificaciones = std::move(clasificaciones);
    return std::move(*fila);
}

void cada_contacto(db::Reader& tx, FunctionRef<void(const Contacto&)> ver) {
    constexpr std::int64_t lote = 1000;
    std::vector<std::int64_t> ids{0};
    do {
        ids = tx.all<std::int64_t>(
            "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND entidadId > $2 ORDER BY entidadId LIMIT $3",
            tx.organizacion(), ids.back(), lote);
        for (const auto id : ids) ver(leer_contacto(tx, id));
    } while (static_cast<std::int64_t>(ids.size()) == lote);
}

namespace {

RegistroContado contado(const Contacto& c) {
    RegistroContado r{.activo = c.activo};
    for (const Rol rol : c.roles) r.clase |= clase_de_rol(rol);
    return r;
}

}  // namespace

void insertar_filas(db::Writer& tx, const Contacto& c) {
    // Two callers with one code: the second finds the row and is told so, whatever the isolation.
    const auto insertados = tx.count(
        R"(
        INSERT INTO contacto (organizacionId, entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo,
                              telefono, esCliente, esProveedor, esVendedor, esEmpleado, esOtro, listaPreciosId, limiteCredito,
                              diasCredito, moneda, notas, referenciaExterna, activo, contactoPrincipal, contactosAdicionales,
                              direcciones, cuentasBancarias, clasificado, version, creadoEn, modificadoEn, ivaFrontera,
                              tratoIva)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
                $27, $28, $29, $30, $31, $32, $33)
        ON CONFLICT DO NOTHING)",
        tx.organizacion(), c.entidadId, c.codigo, c.nombre, c.nombreFiscal, c.rfc, c.regimenFiscal, c.codigoPostal, c.usoCfdi,
        c.correo, c.telefono, tiene(c, Rol::cliente), tiene(c, Rol::proveedor), tiene(c, Rol::vendedor), tiene(c, Rol::empleado),
        tiene(c, Rol::otro), c.listaPreciosId, c.limiteCredito, c.diasCredito, c.moneda, c.notas,
        nulo_si_vacio(c.referenciaExterna), c.activo, c.contactoPrincipal, c.contactosAdicionales, c.direcciones,
        c.cuentasBancarias, !c.clasificaciones.empty(), c.version, c.creadoEn, c.modificadoEn, c.ivaFrontera, c.tratoIva);
    if (insertados == 0) reject(Codigo::duplicado, "/codigo");
    insertar_clasificaciones(tx, c);
    insertar_palabras(tx, c);
    contar_registro(tx, contacto_contado, std::nullopt, contado(c));
}

void modificar_filas(db::Writer& tx, const Contacto& antes, const Contacto& c) {
    // The version in the WHERE: of two updates at once the later one starts over or is refused, neither is lost.
    const auto modificados = tx.count(
        R"(
        UPDATE contacto SET codigo = $3, nombre = $4, nombreFiscal = $5, rfc = $6, regimenFiscal = $7, codigoPostal = $8, usoCfdi = $9,
               correo = $10, telefono = $11, esCliente = $12, esProveedor = $13, esVendedor = $14, esEmpleado = $15, esOtro = $16,
               listaPreciosId = $17, limiteCredito = $18, diasCredito = $19, moneda = $20, notas = $21, referenciaExterna = $22,
               activo = $23, contactoPrincipal = $24, contactosAdicionales = $25, direcciones = $26, cuentasBancarias = $27,
               clasificado = $28, version = $29, modificadoEn = $30, ivaFrontera = $32, tratoIva = $33
        WHERE organizacionId = $1 AND entidadId = $2 AND version = $31)",
        tx.organizacion(), c.entidadId, c.codigo, c.nombre, c.nombreFiscal, c.rfc, c.regimenFiscal, c.codigoPostal, c.usoCfdi,
        c.correo, c.telefono, tiene(c, Rol::cliente), tiene(c, Rol::proveedor), tiene(c, Rol::vendedor), tiene(c, Rol::empleado),
        tiene(c, Rol::otro), c.listaPreciosId, c.limiteCredito, c.diasCredito, c.moneda, c.notas,
        nulo_si_vacio(c.referenciaExterna), c.activo, c.contactoPrincipal, c.contactosAdicionales, c.direcciones,
        c.cuentasBancarias, !c.clasificaciones.empty(), c.version, c.modificadoEn, antes.version, c.ivaFrontera, c.tratoIva);
    if (modificados == 0) reject(Codigo::version_distinta, "/entidadId");
    if (reflect::to_json(antes.clasificaciones) != reflect::to_json(c.clasificaciones)) {
        tx.run("DELETE FROM contactoClasificacion WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_clasificaciones(tx, c);
    }
    if (palabras_de(antes) != palabras_de(c)) {
        tx.run("DELETE FROM contactoPalabra WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_palabras(tx, c);
    }
    contar_registro(tx, contacto_contado, contado(antes), contado(c));
}

}  // namespace cacao
