#include "rooms/contactos/contacto_filas.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

bool tiene(const Contacto& c, Rol rol) { return std::ranges::find(c.roles, rol) != c.roles.end(); }

std::optional<std::string> nulo_si_vacio(const std::string& texto) { return texto.empty() ? std::nullopt : std::optional{texto}; }

template <class T>
bool iguales(const std::vector<T>& a, const std::vector<T>& b) {
    return reflect::to_json(a) == reflect::to_json(b);
}

void insertar_clasificaciones(db::Writer& tx, const Contacto& c) {
    for (const auto& clasificacion : c.clasificaciones)
        tx.run("INSERT INTO contactoClasificacion (organizacionId, entidadId, clasificacionId) VALUES ($1, $2, $3)", tx.organizacion(),
               c.entidadId, clasificacion.clasificacionId);
}

void insertar_adicionales(db::Writer& tx, const Contacto& c) {
    for (const auto& a : c.contactosAdicionales)
        tx.run(R"(
            INSERT INTO contactoAdicional (organizacionId, entidadId, numero, nombre, puesto, correo, telefono, recibeFacturas, principal)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
               tx.organizacion(), c.entidadId, a.numero, a.nombre, a.puesto, a.correo, a.telefono, a.recibeFacturas, a.principal);
}

void insertar_direcciones(db::Writer& tx, const Contacto& c) {
    for (const auto& d : c.direcciones)
        tx.run(R"(
            INSERT INTO contactoDireccion (organizacionId, entidadId, numero, tipo, calle, numeroExterior, numeroInterior, colonia,
                                           municipio, estado, pais, codigoPostal, referencia)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))",
               tx.organizacion(), c.entidadId, d.numero, d.tipo, d.calle, d.numeroExterior, d.numeroInterior, d.colonia, d.municipio,
               d.estado, d.pais, d.codigoPostal, d.referencia);
}

void insertar_cuentas(db::Writer& tx, const Contacto& c) {
    for (const auto& b : c.cuentasBancarias)
        tx.run(R"(
            INSERT INTO contactoCuenta (organizacionId, entidadId, numero, banco, cuenta, clabe, moneda, titular)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
               tx.organizacion(), c.entidadId, b.numero, b.banco, b.cuenta, b.clabe, b.moneda, b.titular);
}

void insertar_palabras(db::Writer& tx, const Contacto& c) {
    for (const auto& palabra : palabras_de(c))
        tx.run("INSERT INTO contactoPalabra (organizacionId, palabra, entidadId) VALUES ($1, $2, $3)", tx.organizacion(), palabra, c.entidadId);
}

}  // namespace

ContactoResumen resumen_de(FilaContacto&& fila) {
    ContactoResumen r = std::move(fila);
    if (fila.esCliente) r.roles.push_back(Rol::cliente);
    if (fila.esProveedor) r.roles.push_back(Rol::proveedor);
    if (fila.esVendedor) r.roles.push_back(Rol::vendedor);
    if (fila.esEmpleado) r.roles.push_back(Rol::empleado);
    if (fila.esOtro) r.roles.push_back(Rol::otro);
    return r;
}

std::string contacto_principal(const Contacto& contacto) {
    const auto& lista = contacto.contactosAdicionales;
    const auto principal = std::ranges::find_if(lista, [](const auto& a) { return a.principal; });
    return principal == lista.end() ? "" : principal->nombre;
}

std::vector<std::string> palabras_de(const Contacto& c) {
    std::string texto = c.nombre + ' ' + c.nombreFiscal + ' ' + c.codigo + ' ' + c.rfc;
    for (const auto& a : c.contactosAdicionales) texto += ' ' + a.nombre;
    return palabras(texto);
}

std::int64_t listas_de(const Contacto& c) {
    return (c.clasificaciones.empty() ? 0 : con_clasificaciones) | (c.contactosAdicionales.empty() ? 0 : con_adicionales) |
           (c.direcciones.empty() ? 0 : con_direcciones) | (c.cuentasBancarias.empty() ? 0 : con_cuentas);
}

Contacto leer_contacto(db::Reader& tx, std::int64_t entidadId) {
    Contacto c;
    std::vector<FilaContacto> filas;
    tx.all_later(filas, R"(
        SELECT entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, listaPreciosId,
               limiteCredito, diasCredito, moneda, notas, COALESCE(referenciaExterna, '') AS referenciaExterna, activo, listas,
               '' AS contactoPrincipal, version, creadoEn, modificadoEn, esCliente, esProveedor, esVendedor, esEmpleado, esOtro
        FROM contacto WHERE organizacionId = $1 AND entidadId = $2)",
        tx.organizacion(), entidadId);
    // A round trip costs more than an empty list, a statement more than a look at the bits: so PostgreSQL is asked for
    // everything at once, SQLite only for what is there.
    const auto listas = tx.motor() == db::Motor::postgres ? con_todas : filas.empty() ? 0 : filas.front().listas;
    if ((listas & con_clasificaciones) != 0)
        tx.all_later(c.clasificaciones, R"(
            SELECT x.clasificacionId, x.nombre FROM contactoClasificacion c
            JOIN clasificacionContacto x ON x.organizacionId = c.organizacionId AND x.clasificacionId = c.clasificacionId
            WHERE c.organizacionId = $1 AND c.entidadId = $2 ORDER BY x.nombre)",
            tx.organizacion(), entidadId);
    if ((listas & con_adicionales) != 0)
        tx.all_later(c.contactosAdicionales, R"(
            SELECT numero, nombre, puesto, correo, telefono, recibeFacturas, principal
            FROM contactoAdicional WHERE organizacionId = $1 AND entidadId = $2 ORDER BY numero)",
            tx.organizacion(), entidadId);
    if ((listas & con_direcciones) != 0)
        tx.all_later(c.direcciones, R"(
            SELECT numero, tipo, calle, numeroExterior, numeroInterior, colonia, municipio, estado, pais, codigoPostal, referencia
            FROM contactoDireccion WHERE organizacionId = $1 AND entidadId = $2 ORDER BY numero)",
            tx.organizacion(), entidadId);
    if ((listas & con_cuentas) != 0)
        tx.all_later(c.cuentasBancarias, R"(
            SELECT numero, banco, cuenta, clabe, moneda, titular
            FROM contactoCuenta WHERE organizacionId = $1 AND entidadId = $2 ORDER BY numero)",
            tx.organizacion(), entidadId);
    tx.settle();
    if (filas.empty()) reject(Codigo::no_encontrado, "/entidadId");
    static_cast<ContactoResumen&>(c) = resumen_de(std::move(filas.front()));
    c.contactoPrincipal = contacto_principal(c);
    return c;
}

void insertar_filas(db::Writer& tx, const Contacto& c) {
    // Two callers with one code: the second finds the row and is told so, whatever the isolation.
    const auto insertados = tx.count(R"(
        INSERT INTO contacto (organizacionId, entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo,
                              telefono, esCliente, esProveedor, esVendedor, esEmpleado, esOtro, listaPreciosId, limiteCredito,
                              diasCredito, moneda, notas, referenciaExterna, activo, version, creadoEn, modificadoEn, listas)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
        ON CONFLICT DO NOTHING)",
        tx.organizacion(), c.entidadId, c.codigo, c.nombre, c.nombreFiscal, c.rfc, c.regimenFiscal, c.codigoPostal, c.usoCfdi, c.correo,
        c.telefono, tiene(c, Rol::cliente), tiene(c, Rol::proveedor), tiene(c, Rol::vendedor), tiene(c, Rol::empleado), tiene(c, Rol::otro),
        c.listaPreciosId, c.limiteCredito, c.diasCredito, c.moneda, c.notas, nulo_si_vacio(c.referenciaExterna), c.activo, c.version,
        c.creadoEn, c.modificadoEn, listas_de(c));
    if (insertados == 0) reject(Codigo::duplicado, "/codigo");
    insertar_clasificaciones(tx, c);
    insertar_adicionales(tx, c);
    insertar_direcciones(tx, c);
    insertar_cuentas(tx, c);
    insertar_palabras(tx, c);
}

void modificar_filas(db::Writer& tx, const Contacto& antes, const Contacto& c) {
    // The version in the WHERE: of two updates at once the later one starts over or is refused, neither is lost.
    const auto modificados = tx.count(R"(
        UPDATE contacto SET codigo = $3, nombre = $4, nombreFiscal = $5, rfc = $6, regimenFiscal = $7, codigoPostal = $8, usoCfdi = $9,
               correo = $10, telefono = $11, esCliente = $12, esProveedor = $13, esVendedor = $14, esEmpleado = $15, esOtro = $16,
               listaPreciosId = $17, limiteCredito = $18, diasCredito = $19, moneda = $20, notas = $21, referenciaExterna = $22,
               activo = $23, version = $24, modificadoEn = $25, listas = $27
        WHERE organizacionId = $1 AND entidadId = $2 AND version = $26)",
        tx.organizacion(), c.entidadId, c.codigo, c.nombre, c.nombreFiscal, c.rfc, c.regimenFiscal, c.codigoPostal, c.usoCfdi, c.correo,
        c.telefono, tiene(c, Rol::cliente), tiene(c, Rol::proveedor), tiene(c, Rol::vendedor), tiene(c, Rol::empleado), tiene(c, Rol::otro),
        c.listaPreciosId, c.limiteCredito, c.diasCredito, c.moneda, c.notas, nulo_si_vacio(c.referenciaExterna), c.activo, c.version,
        c.modificadoEn, antes.version, listas_de(c));
    if (modificados == 0) reject(Codigo::version_distinta, "/entidadId");
    if (!iguales(antes.clasificaciones, c.clasificaciones)) {
        tx.run("DELETE FROM contactoClasificacion WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_clasificaciones(tx, c);
    }
    if (!iguales(antes.contactosAdicionales, c.contactosAdicionales)) {
        tx.run("DELETE FROM contactoAdicional WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_adicionales(tx, c);
    }
    if (!iguales(antes.direcciones, c.direcciones)) {
        tx.run("DELETE FROM contactoDireccion WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_direcciones(tx, c);
    }
    if (!iguales(antes.cuentasBancarias, c.cuentasBancarias)) {
        tx.run("DELETE FROM contactoCuenta WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_cuentas(tx, c);
    }
    if (palabras_de(antes) != palabras_de(c)) {
        tx.run("DELETE FROM contactoPalabra WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), c.entidadId);
        insertar_palabras(tx, c);
    }
}

}  // namespace cacao
