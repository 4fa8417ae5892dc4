// Where we are: a path below /consola and its query, which are the parameters of the operation that the screen shows. Back restores
// both.

const raiz = '/consola';

class Ruta {
  camino = $state('/');
  consulta = $state<Record<string, string>>({});

  leer(): void {
    const { pathname, search } = location;
    this.camino = pathname.slice(raiz.length).replace(/\/$/, '') || '/';
    this.consulta = Object.fromEntries(new URLSearchParams(search));
  }
}
export const ruta = new Ruta();

export function a(camino: string, consulta: Record<string, unknown> = {}): string {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(consulta)) if (v !== undefined && v !== null && v !== '') q.set(k, String(v));
  const texto = q.toString();
  return raiz + camino + (texto ? `?${texto}` : '');
}

export function ir(camino: string, consulta: Record<string, unknown> = {}, enLugar = false): void {
  const destino = a(camino, consulta);
  if (destino === location.pathname + location.search) return;
  if (enLugar) history.replaceState(null, '', destino);
  else {
    history.pushState(null, '', destino);
    scrollTo(0, 0);
  }
  ruta.leer();
}

// The query with some of it changed; what is empty goes.
export function filtrar(cambios: Record<string, unknown>, enLugar = false): void {
  ir(ruta.camino, { ...ruta.consulta, ...cambios }, enLugar);
}

export function escuchar(): void {
  ruta.leer();
  addEventListener('popstate', () => ruta.leer());
  addEventListener('click', (e) => {
    const enlace = (e.target as Element).closest?.('a');
    if (!enlace || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || enlace.target || enlace.hasAttribute('download')) return;
    const url = new URL(enlace.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(raiz)) return;
    e.preventDefault();
    ir(url.pathname.slice(raiz.length) || '/', Object.fromEntries(url.searchParams));
  });
}
