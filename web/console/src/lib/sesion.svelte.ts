// Who is signed in. The refresh token is a cookie that no script sees; /consola/sesion exchanges it.

import usuarioActual from 'api:UsuarioActual';
import { acceso, pedir, Rechazo } from './api';
import type { Operacion } from './tipos';

interface Usuario {
  usuarioId: number;
  usuario: string;
  nombre: string;
  organizacionId: number;
  organizacion: string;
  sucursalId: number;
  zona: string;
  permisos: string[];
  demostracion: boolean; // there to be tried
}

class Sesion {
  usuario = $state<Usuario | null>(null);
  lista = $state(false); // it was asked whether somebody is signed in

  permitidas = $state.raw<ReadonlySet<string>>(new Set());

  puede(permiso: string | undefined): boolean {
    return !permiso || this.permitidas.has(permiso);
  }
  puedeHacer(op: Pick<Operacion, 'permiso'>): boolean {
    return this.puede(op.permiso);
  }
}
export const sesion = new Sesion();

const aviso = 'BroadcastChannel' in globalThis ? new BroadcastChannel('cacao') : null;
aviso?.addEventListener('message', ({ data }) => {
  if (data === 'salir') olvidar();
});

async function pedirSesion(metodo: string, cuerpo?: unknown, sub = ''): Promise<Response> {
  return fetch(`/consola/sesion${sub}`, {
    method: metodo,
    headers: {
      'X-Cacao': 'consola',
      'Accept-Language': 'es-MX',
      ...(cuerpo ? { 'Content-Type': 'application/json' } : {}),
      ...(metodo === 'DELETE' && acceso.token ? { Authorization: `Bearer ${acceso.token}` } : {}),
    },
    body: cuerpo ? JSON.stringify(cuerpo) : undefined,
    credentials: 'same-origin',
  });
}

async function tomar(r: Response): Promise<void> {
  const p = await r.json().catch(() => ({}));
  if (!r.ok || !p.data) throw new Rechazo(r.status, p.codigo ?? '', p.detail ?? 'No se pudo entrar', p.errores ?? []);
  acceso.token = p.data.accessToken;
}

function olvidar(): void {
  acceso.token = '';
  sesion.usuario = null;
  sesion.permitidas = new Set();
}

let renovando: Promise<boolean> | null = null;
acceso.renovar = () => {
  renovando ??= pedirSesion('PUT')
    .then(tomar)
    .then(
      () => true,
      (e) => {
        // Without a network nobody is signed out.
        if (e instanceof Rechazo && e.estado !== 0) olvidar();
        return false;
      },
    )
    .finally(() => (renovando = null));
  return renovando;
};

// Which operations the permissions of somebody allow: an id, `Grupo.*`, `Grupo.leer`, `*` or `leer`. What the service refuses stays
// refused; here it only is not offered.
function permitidas(grupos: Record<string, [string[], string[]]>, permisos: string[]): Set<string> {
  const de = new Set(permisos);
  const todas = new Set(permisos);
  for (const [grupo, [lee, escribe]] of Object.entries(grupos)) {
    const todo = de.has('*') || de.has(`${grupo}.*`);
    if (todo || de.has('leer') || de.has(`${grupo}.leer`)) for (const p of lee) todas.add(p);
    if (todo) for (const p of escribe) todas.add(p);
  }
  return todas;
}

async function presentarse(): Promise<void> {
  const [{ data }, { default: grupos }] = await Promise.all([pedir<Usuario>(usuarioActual), import('api:permisos')]);
  sesion.permitidas = permitidas(grupos, data.permisos);
  sesion.usuario = data;
}

export async function recordar(): Promise<void> {
  if (await acceso.renovar()) await presentarse().catch(olvidar);
  sesion.lista = true;
}

export async function entrar(usuario: string, password: string): Promise<void> {
  await tomar(await pedirSesion('POST', { usuario, password }));
  await presentarse();
}

// With the code that the service printed: a company is founded, once, or the one that is there to be tried is entered.
export async function instalar(empresa: Record<string, unknown>): Promise<void> {
  await tomar(await pedirSesion('POST', empresa, '/instalacion'));
  await presentarse();
}
export async function probar(codigo: string): Promise<void> {
  await tomar(await pedirSesion('POST', { codigo }, '/demostracion'));
  await presentarse();
}

export async function salir(): Promise<void> {
  const u = sesion.usuario;
  const cerrar = () => pedirSesion('DELETE').catch(() => null);
  // A token that ran out ends nothing: without this the cookie would let the next one in.
  if ((await cerrar())?.status === 401 && (await acceso.renovar())) await cerrar();
  if (u)
    for (const clave of Object.keys(localStorage)) if (clave.startsWith(`cacao:${u.organizacionId}:${u.usuarioId}:`)) localStorage.removeItem(clave);
  aviso?.postMessage('salir');
  olvidar();
}
