// What was done, said below for a while and to readers of the screen.

export interface Aviso {
  id: number;
  texto: string;
  malo: boolean;
  enlace?: string;
  espera?: boolean; // it goes on; one can do other things meanwhile
}

class Avisos {
  lista = $state<Aviso[]>([]);
  private ultimo = 0;

  decir(texto: string, { malo = false, enlace }: { malo?: boolean; enlace?: string } = {}): void {
    const id = ++this.ultimo;
    this.lista = [...this.lista.filter((a) => a.espera), ...this.lista.filter((a) => !a.espera).slice(-2), { id, texto, malo, enlace }];
    setTimeout(() => this.quitar(id), malo ? 12_000 : 6_000);
  }
  // Long work is said while it lasts, wherever one goes, and how it ended.
  async mientras<T>(texto: string, trabajo: Promise<T>, hecho: string): Promise<T> {
    const id = ++this.ultimo;
    this.lista = [...this.lista, { id, texto, malo: false, espera: true }];
    try {
      const r = await trabajo;
      this.decir(hecho);
      return r;
    } finally {
      this.quitar(id);
    }
  }
  quitar(id: number): void {
    this.lista = this.lista.filter((a) => a.id !== id);
  }
}
export const avisos = new Avisos();
export const mal = (e: unknown) => avisos.decir(e instanceof Error ? e.message : String(e), { malo: true });
