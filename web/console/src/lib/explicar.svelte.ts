// The sentence of a field, for who asks by being in it. Those that a name has everywhere come together, once, after the first form.

import type { Dato } from './tipos';

class Explicaciones {
  todas = $state.raw<Record<string, string>>({});
  private pedidas = false;

  de(nombre: string, dato: Dato): string {
    if (dato.x !== 1) return (dato.x ?? '').replace(/`/g, '');
    return (this.todas[nombre] ?? '').replace(/`/g, '');
  }
  traer(): void {
    if (this.pedidas) return;
    this.pedidas = true;
    void import('api:explicaciones').then((m) => (this.todas = m.default));
  }
}
export const explicaciones = new Explicaciones();
