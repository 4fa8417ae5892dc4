// What lists each of the names that end in Id, so that people choose by code and name and never see a number.

import almacenes from 'llama:AlmacenesListar';
import agrupadores from 'llama:AgrupadoresServicioListar';
import alumnos from 'llama:AlumnosListar';
import bancos from 'llama:BancosListar';
import cajas from 'llama:CajasListar';
import canales from 'llama:CanalesListar';
import categoriasActivo from 'llama:CategoriasActivoListar';
import centros from 'llama:CentrosCostoListar';
import ciclos from 'llama:CiclosEscolaresListar';
import clasificaciones from 'llama:ClasificacionesProductoListar';
import clasificacionesContacto from 'llama:ContactoClasificacionesListar';
import clasificadores from 'llama:ClasificadoresCostoListar';
import conceptos from 'llama:ConceptosListar';
import consumidores from 'llama:ConsumidoresApiListar';
import contactos from 'llama:ContactosListar';
import contratos from 'llama:ContratosServicioListar';
import cuentas from 'llama:CuentasListar';
import cuentasBancarias from 'llama:CuentasBancariasListar';
import equipos from 'llama:EquiposServicioListar';
import familias from 'llama:FamiliasListar';
import formasPago from 'llama:FormasPagoListar';
import listas from 'llama:ListasPreciosListar';
import monedas from 'llama:OrganizacionMonedasListar';
import niveles from 'llama:NivelesEscolaresListar';
import personal from 'llama:PersonalServicioListar';
import planes from 'llama:PlanesEscolaresListar';
import productos from 'llama:ProductosListar';
import promociones from 'llama:PromocionesListar';
import proveedoresIdentidad from 'llama:ProveedoresIdentidadListar';
import proyectos from 'llama:ProyectosListar';
import rutas from 'llama:RutasListar';
import sucursales from 'llama:SucursalesListar';
import unidades from 'llama:UnidadesMedidaListar';
import usuarios from 'llama:UsuariosListar';
import vendedores from 'llama:VendedoresListar';
import { pedir } from './api';
import type { Llamable, Registro } from './tipos';

interface Fuente {
  op: Llamable;
  id: string;
  textos: string[]; // shown, the first one before the others
  busca?: 1; // it searches by itself; others come whole and are searched here
  fijo?: Registro;
}
const de = (op: Llamable, id: string, textos: string[], mas: Partial<Fuente> = {}): Fuente => ({ op, id, textos, ...mas });

const contacto = (rol?: string) => de(contactos, 'entidadId', ['codigo', 'nombre', 'rfc'], { busca: 1, fijo: { rol, activo: true } });
const almacen = de(almacenes, 'almacenId', ['codigo', 'nombre']);
const cuentaBancaria = de(cuentasBancarias, 'cuentaBancariaId', ['codigo', 'nombre', 'moneda']);
const concepto = de(conceptos, 'conceptoId', ['codigo', 'nombre'], { fijo: { activo: true } });
const proyecto = de(proyectos, 'proyectoId', ['codigo', 'nombre']);
const lista = de(listas, 'listaPreciosId', ['codigo', 'nombre']);

const fuentes: Record<string, Fuente> = {
  clienteId: contacto('cliente'),
  proveedorId: contacto('proveedor'),
  terceroId: contacto(),
  beneficiarioId: contacto(),
  entidadId: contacto(),
  pagadorId: contacto(),
  productoId: de(productos, 'productoId', ['codigo', 'nombre'], { busca: 1, fijo: { activo: true } }),
  conceptoId: concepto,
  conceptoCargoId: concepto,
  conceptoRecargoId: concepto,
  sucursalId: de(sucursales, 'sucursalId', ['codigo', 'nombre']),
  almacenId: almacen,
  almacenDestinoId: almacen,
  almacenBaseId: almacen,
  almacenFinalId: almacen,
  almacenEnvasesId: almacen,
  proyectoId: proyecto,
  divisionId: proyecto,
  centroCostoId: de(centros, 'centroCostoId', ['codigo', 'nombre']),
  clasificadorCostoId: de(clasificadores, 'clasificadorCostoId', ['codigo', 'nombre']),
  vendedorId: de(vendedores, 'vendedorId', ['codigo', 'nombre']),
  canalId: de(canales, 'canalId', ['codigo', 'nombre']),
  listaPreciosId: lista,
  listaBaseId: lista,
  cuentaBancariaId: cuentaBancaria,
  cuentaDestinoId: cuentaBancaria,
  cuentaEntregaId: cuentaBancaria,
  formaPagoId: de(formasPago, 'formaPagoId', ['nombre']),
  unidadMedidaId: de(unidades, 'unidadMedidaId', ['codigo', 'nombre']),
  clasificacionId: de(clasificaciones, 'clasificacionId', ['nombre']),
  clasificacionContactoId: de(clasificacionesContacto, 'clasificacionId', ['nombre']),
  agrupadorServicioId: de(agrupadores, 'agrupadorServicioId', ['codigo', 'nombre']),
  cuentaId: de(cuentas, 'cuentaId', ['codigo', 'nombre']),
  bancoId: de(bancos, 'bancoId', ['clave', 'nombre']),
  monedaId: de(monedas, 'monedaId', ['moneda', 'nombre']),
  promocionId: de(promociones, 'promocionId', ['codigo', 'nombre']),
  categoriaActivoId: de(categoriasActivo, 'categoriaId', ['codigo', 'nombre']),
  cajaId: de(cajas, 'cajaId', ['codigo', 'nombre']),
  rutaId: de(rutas, 'rutaId', ['codigo', 'nombre']),
  equipoServicioId: de(equipos, 'equipoServicioId', ['codigo', 'nombre']),
  contratoServicioId: de(contratos, 'contratoServicioId', ['codigo', 'nombre']),
  personalServicioId: de(personal, 'personalServicioId', ['codigo', 'nombre']),
  usuarioId: de(usuarios, 'usuarioId', ['usuario', 'nombre']),
  consumidorId: de(consumidores, 'consumidorId', ['nombre']),
  proveedorIdentidadId: de(proveedoresIdentidad, 'proveedorIdentidadId', ['emisor']),
  alumnoId: de(alumnos, 'alumnoId', ['matricula', 'nombre'], { busca: 1 }),
  familiaId: de(familias, 'familiaId', ['codigo', 'nombre']),
  cicloEscolarId: de(ciclos, 'cicloEscolarId', ['codigo', 'nombre']),
  nivelEscolarId: de(niveles, 'nivelEscolarId', ['codigo', 'nombre']),
  planEscolarId: de(planes, 'planEscolarId', ['codigo', 'nombre']),
};

export interface Opcion {
  id: number;
  texto: string; // code
  detalle: string; // the rest
  registro: Registro;
}

// Whether people can choose it; otherwise it is a number.
export const se_elige = (campo: string) => campo in fuentes;

const enteras = new Map<string, Promise<Opcion[]>>();
const plegado = (t: string) =>
  t
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

function opciones(f: Fuente, filas: Registro[]): Opcion[] {
  return filas.map((r) => {
    const [texto = '', ...resto] = f.textos.map((c) => String(r[c] ?? '')).filter(Boolean);
    return { id: r[f.id], texto, detalle: resto.join(' · '), registro: r };
  });
}

// Catalogs come once; whoever changes one calls this.
export function olvidar_opciones(): void {
  enteras.clear();
}

function todas(f: Fuente): Promise<Opcion[]> {
  const llave = f.op.id + JSON.stringify(f.fijo ?? {});
  let una = enteras.get(llave);
  if (!una) {
    una = pedir<Registro[]>(f.op, { consulta: f.fijo }).then((r) => opciones(f, r.data));
    enteras.set(llave, una);
    una.catch(() => enteras.delete(llave));
  }
  return una;
}

export async function buscar(campo: string, texto: string, corte?: AbortSignal): Promise<Opcion[]> {
  const f = fuentes[campo];
  if (!f) return [];
  if (f.busca) {
    const r = await pedir<Registro[]>(f.op, { consulta: { ...f.fijo, buscar: texto, registrosPorPagina: 20, conTotal: false }, corte });
    return opciones(f, r.data);
  }
  const palabras = plegado(texto).split(/\s+/).filter(Boolean);
  return (await todas(f))
    .filter((o) => o.registro.activo !== false && palabras.every((p) => plegado(`${o.texto} ${o.detalle}`).includes(p)))
    .slice(0, 50);
}

// How one that is known by its number is called.
const nombres = new Map<string, Promise<string>>();
export function nombre_de(campo: string, id: number): Promise<string> {
  const f = fuentes[campo];
  if (!f || !id) return Promise.resolve('');
  const llave = `${f.id}:${id}`;
  let n = nombres.get(llave);
  if (!n) {
    n = f.busca
      ? pedir<Registro>({ m: 'GET', p: `${f.op.p}/${id}` }).then((r) => {
          const o = opciones(f, [r.data])[0];
          return o ? `${o.texto} ${o.detalle}` : '';
        })
      : todas(f).then((lista) => {
          const o = lista.find((x) => x.id === id);
          return o ? `${o.texto} ${o.detalle}` : '';
        });
    nombres.set(llave, n);
    n.catch(() => nombres.delete(llave));
  }
  return n;
}
