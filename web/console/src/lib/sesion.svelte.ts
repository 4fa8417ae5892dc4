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
}

class Sesion {
  usuario = $state<Usuario | null>(null);
  lista = $state(false); // it was asked whether somebody is signed in

  puede(permiso: string | undefined): boolean {
    return !permiso || (this.usuario?.permisos.includes(permiso) ?? false);
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

async function pedirSesion(metodo: string, cuerpo?: unknown): Promise<Response> {
  return fetch('/consola/sesion', {
    method: metodo,
    headers: {
      'X-Cacao': 'consola',
      ...(cuerpo ? { 'Content-Type': 'application/json' } : {}),
      ...(metodo === 'DELETE' && acceso.token ? { Authorization: `Bearer ${acceso.token}` } : {}),
    },
    body: cuerpo ? JSON.stringify(cuerpo) : undefined,
    credentials: 'same-origin',
  });
}

async function tomar(r: Response): Promise<void> {
  const p = await r.json().catch(() => ({}));
  if (!r.ok) throw new Rechazo(r.status, p.codigo ?? '', p.detail ?? 'No se pudo entrar', p.errores ?? []);
  acceso.token = p.data.accessToken;
}

function olvidar(): void {
  acceso.token = '';
  sesion.usuario = null;
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

async function presentarse(): Promise<void> {
  sesion.usuario = (await pedir<Usuario>(usuarioActual)).data;
}

export async function recordar(): Promise<void> {
  if (await acceso.renovar()) await presentarse().catch(olvidar);
  sesion.lista = true;
}

export async function entrar(usuario: string, password: string): Promise<void> {
  await tomar(await pedirSesion('POST', { usuario, password }));
  await presentarse();
}

export async function salir(): Promise<void> {
  const u = sesion.usuario;
  await pedirSesion('DELETE').catch(() => {});
  if (u)
    for (const clave of Object.keys(localStorage)) if (clave.startsWith(`cacao:${u.organizacionId}:${u.usuarioId}:`)) localStorage.removeItem(clave);
  aviso?.postMessage('salir');
  olvidar();
}
