// What api.js tells of an operation, and what the service answers with.

export type Tipo = 'texto' | 'entero' | 'importe' | 'id' | 'si' | 'fecha' | 'instante' | 'lista' | 'textos' | 'objeto';

export interface Dato {
  e: string; // label
  x?: string | 1; // one sentence; 1: that of its name (lib/explicar)
  t: Tipo;
  r?: 1; // required
  o?: string[]; // one of these
  n?: number; // at most so many characters, or items
  d?: number; // decimals
  m?: 1; // a day that is sent as dd/MM/yyyy
  f?: Record<string, Dato>; // of a list or an object
}

export interface Operacion<Fila extends string = string, Filtro extends string = string, Campo extends string = string> {
  id: string;
  m: 'GET' | 'POST' | 'PUT' | 'DELETE';
  p: string;
  permiso: string;
  titulo: string;
  pagina?: 1 | 2; // read by pages; 2: it can be asked how many there are
  lista?: 1;
  filtros?: Record<Filtro, Dato>;
  cuerpo?: Record<Campo, Dato>;
  fila?: Record<Fila, Dato>;
}
export type Llamable = Pick<Operacion, 'id' | 'm' | 'p' | 'permiso'>;
// Of whatever operation: lists and forms take them all.
// eslint-disable-next-line
export type Cualquiera = Operacion<any, any, any>;

export type Valor = string | number | boolean | null | undefined | Valor[] | { [campo: string]: Valor };
export type Registro = Record<string, any>;

export interface Falta {
  en: string;
  campo: string; // JSON Pointer
  codigo: string;
  mensaje: string;
  datos?: Registro;
}

export interface Sobre<T = any> {
  data: T;
  advertencias?: Falta[];
  simulacion?: Registro;
  pagina?: number | null;
  totalRegistros?: number | null;
  masDe?: number;
  siguiente?: string | null;
}
