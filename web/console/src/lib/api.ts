// Calls to the service. The access token lives here, in a variable, and nowhere else; who renews it is lib/sesion.

import type { Cualquiera, Falta, Registro, Sobre } from './tipos';

export class Rechazo extends Error {
  constructor(
    readonly estado: number,
    readonly codigo: string,
    mensaje: string,
    readonly faltas: Falta[] = [],
    readonly traza = '',
  ) {
    super(mensaje);
  }
  // The sentence of the field, or of the whole.
  de(campo: string): string | undefined {
    return this.faltas.find((f) => f.campo === campo)?.mensaje;
  }
  // All that is to be told, each sentence once.
  get todo(): string {
    return [...new Set([this.message, ...this.faltas.map((f) => f.mensaje)])].join(' ');
  }
}

interface Acceso {
  token: string;
  // Brings another token, or says that nobody is signed in any more.
  renovar: () => Promise<boolean>;
}
export const acceso: Acceso = { token: '', renovar: async () => false };

// Digits that a number of the browser cannot hold stay text: figures are shown as they came.
function leer(texto: string): any {
  if (!/\d{16}|\d\.\d{7}|\d{10}\.\d{6}/.test(texto)) return JSON.parse(texto);
  return JSON.parse(texto, function (_clave, valor, contexto?: { source?: string }) {
    if (typeof valor !== 'number' || !contexto?.source) return valor;
    return contexto.source.replace(/[-.]/g, '').length > 15 ? contexto.source : valor;
  } as (clave: string, valor: any) => any);
}

export interface Llamada {
  ruta?: Registro; // what stands in the path
  consulta?: Registro;
  cuerpo?: unknown;
  clave?: string; // Idempotency-Key
  version?: string | number; // If-Match
  simular?: boolean;
  corte?: AbortSignal;
  acepta?: string;
  tipo?: string; // of a body that is no JSON
}

export function direccion(op: { p: string }, { ruta = {}, consulta = {}, simular }: Llamada = {}): string {
  const camino = op.p.replace(/\{(\w+)\}/g, (_todo, nombre) => encodeURIComponent(String(ruta[nombre] ?? '')));
  const q = new URLSearchParams();
  for (const [nombre, valor] of Object.entries(consulta))
    if (valor !== undefined && valor !== null && valor !== '') q.set(nombre, String(valor));
  if (simular) q.set('simular', 'true');
  const texto = q.toString();
  return texto ? `${camino}?${texto}` : camino;
}

async function enviar(metodo: string, url: string, ll: Llamada): Promise<Response> {
  const intento = () => {
    const h: Record<string, string> = { Accept: ll.acepta ?? 'application/json', 'Accept-Language': 'es-MX' };
    if (acceso.token) h.Authorization = `Bearer ${acceso.token}`;
    if (ll.clave) h['Idempotency-Key'] = ll.clave;
    if (ll.version !== undefined) h['If-Match'] = `"${ll.version}"`;
    const forma = ll.cuerpo instanceof FormData;
    if (ll.cuerpo !== undefined && !forma) h['Content-Type'] = ll.tipo ?? 'application/json';
    const body = ll.cuerpo === undefined ? undefined : forma ? (ll.cuerpo as FormData) : ll.tipo ? String(ll.cuerpo) : JSON.stringify(ll.cuerpo);
    return fetch(url, { method: metodo, headers: h, body, signal: ll.corte, credentials: 'omit' });
  };
  let r = await intento();
  if (r.status === 401 && (await acceso.renovar())) r = await intento();
  return r;
}

async function rechazo(r: Response): Promise<Rechazo> {
  const p = await r
    .text()
    .then(leer)
    .catch(() => ({}));
  return new Rechazo(r.status, p.codigo ?? '', p.detail ?? p.title ?? `El servicio respondió ${r.status}`, p.errores ?? [], p.traceId ?? '');
}

export async function pedir<T = any>(op: Pick<Cualquiera, 'm' | 'p'>, ll: Llamada = {}): Promise<Sobre<T>> {
  let r: Response;
  try {
    r = await enviar(op.m, direccion(op, ll), ll);
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') throw e;
    throw new Rechazo(0, 'sin_red', 'No hay conexión con el servicio; lo escrito sigue aquí.');
  }
  if (!r.ok) throw await rechazo(r);
  const texto = await r.text();
  return (texto ? leer(texto) : {}) as Sobre<T>;
}

// A file, as somebody saves it: the address alone would lack the token.
export async function descargar(op: Pick<Cualquiera, 'm' | 'p'>, ll: Llamada, nombre: string, abrir = false): Promise<void> {
  const r = await enviar(op.m, direccion(op, ll), ll);
  if (!r.ok) throw await rechazo(r);
  const url = URL.createObjectURL(await r.blob());
  const a = document.createElement('a');
  a.href = url;
  if (abrir) a.target = '_blank';
  else a.download = /filename="?([^";]+)/.exec(r.headers.get('Content-Disposition') ?? '')?.[1] ?? nombre;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Unique enough for a key of a draft; crypto.randomUUID is missing where the page came over plain http.
export function clave(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}
