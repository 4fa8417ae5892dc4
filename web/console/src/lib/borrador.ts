// What is being written, kept at each pause: a closed tab, a lost network or a rejected document lose nothing. The browser keeps it at
// once and forgets it on sign-out; the service keeps it a little later, so that another place goes on with it.

import eliminar from 'llama:BorradorEliminar';
import guardarEn from 'llama:BorradorGuardar';
import listar from 'llama:BorradoresListar';
import obtener from 'llama:BorradorObtener';
import { clave, pedir } from './api';
import { sesion } from './sesion.svelte';
import type { Registro } from './tipos';

export interface Borrador<T> {
  clave: string; // of the write that it becomes: sent twice, it happens once
  datos: T;
}

const lugar = (nombre: string) => `cacao:${sesion.usuario?.organizacionId}:${sesion.usuario?.usuarioId}:${nombre}`;

function del_navegador<T>(nombre: string): Borrador<T> | null {
  try {
    const guardado = localStorage.getItem(lugar(nombre));
    if (guardado) return JSON.parse(guardado) as Borrador<T>;
  } catch {
    // No storage, or not ours.
  }
  return null;
}
export function abrir<T>(nombre: string, nuevo: () => T): Borrador<T> {
  return del_navegador<T>(nombre) ?? { clave: clave(), datos: nuevo() };
}

// Which ones the service has: asked once for each user, known from then on.
let de = '';
let conocidos: Promise<Set<string>> = Promise.resolve(new Set<string>());
function en_el_servicio(): Promise<Set<string>> {
  const yo = lugar('');
  if (de !== yo) {
    de = yo;
    conocidos = pedir<Registro[]>(listar).then(
      (r) => new Set(r.data.map((b) => String(b.llave))),
      () => new Set<string>(),
    );
  }
  return conocidos;
}
// That of this browser; otherwise what was begun elsewhere.
export async function traer<T>(nombre: string, nuevo: () => T): Promise<Borrador<T>> {
  const propio = del_navegador<T>(nombre);
  if (propio) return propio;
  if ((await en_el_servicio()).has(nombre))
    try {
      return JSON.parse((await pedir<Registro>(obtener, { ruta: { llave: nombre } })).data.contenido) as Borrador<T>;
    } catch {
      // It was sent meanwhile.
    }
  return { clave: clave(), datos: nuevo() };
}

const pausas = new Map<string, ReturnType<typeof setTimeout>>();
const limite = 60_000;
export function guardar<T>(nombre: string, b: Borrador<T>, titulo?: string): void {
  const texto = JSON.stringify(b);
  try {
    localStorage.setItem(lugar(nombre), texto);
  } catch {
    // Full or forbidden: what is on the screen stays.
  }
  if (!titulo || texto.length > limite) return;
  clearTimeout(pausas.get(nombre));
  pausas.set(
    nombre,
    setTimeout(async () => {
      pausas.delete(nombre);
      await pedir(guardarEn, { ruta: { llave: nombre }, cuerpo: { titulo, contenido: texto } }).then(
        async () => (await en_el_servicio()).add(nombre),
        () => {},
      );
    }, 2500),
  );
}

export function olvidar(nombre: string): void {
  clearTimeout(pausas.get(nombre));
  pausas.delete(nombre);
  try {
    localStorage.removeItem(lugar(nombre));
  } catch {
    // Nothing was there.
  }
  void en_el_servicio().then((todos) => {
    if (todos.delete(nombre)) pedir(eliminar, { ruta: { llave: nombre } }).catch(() => {});
  });
}
// Where one of them is gone on with, if it has a screen: `captura:FacturaVenta:55`.
export function enlace_de(llave: string): string {
  const [sala = '', tipo = '', origen = ''] = llave.split(':');
  return sala === 'captura' ? `/consola/captura/${tipo}${origen ? `?origen=${origen}` : ''}` : '';
}
