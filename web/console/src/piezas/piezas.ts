// Screens that are said, not built: a list, a form. Their names are the interface's; a field that it lacks does not compile.

import type { Component } from 'svelte';
import type { Llamable, Operacion, Registro } from '../lib/tipos';

export interface AccionDeVarias {
  titulo: string;
  op: Llamable;
  pregunta?: string;
  cuerpo?: (fila: Registro) => Registro;
}

export interface Listado {
  es: 'lista';
  op: Operacion<any, any, any>;
  titulo: string;
  columnas: string[];
  filtros?: string[];
  siempre?: Registro; // filters that nobody changes
  filas?: string; // which list of the answer is the rows
  resumen?: string[]; // figures of the answer beside them
  cabezas?: Record<string, string>; // other words above a column
  elige?: Record<string, string>;
  abrir?: (fila: Registro) => string;
  enlaces?: Record<string, (fila: Registro) => string>; // a figure opens what makes it up, with the same filters
  nuevos?: { titulo: string; camino: string; permiso: string }[];
  varias?: { id: string; nombre: string; acciones: AccionDeVarias[] };
  arbol?: boolean;
  necesita?: string[]; // one of these filters, before there is anything to ask
}
export interface Formulario {
  es: 'forma';
  crea?: Operacion<any, any, any>;
  cambia?: Operacion<any, any, any>;
  lee?: Llamable; // one of them; without it the record is looked for in `lista`
  lista?: Llamable;
  id: string; // its key
  titulo: string;
  uno?: true; // there is one of it: settings
  grupos: Record<string, string[]>;
  elige?: Record<string, string>;
  fijo?: Registro; // sent with it
  despues: (registro: Registro) => string;
}
export type Pantalla = Listado | Formulario | { es: 'hecha'; componente: Component<any> };

export function lista<F extends string, Q extends string, C extends string>(
  op: Operacion<F, Q, C>,
  de: Omit<Listado, 'es' | 'op' | 'columnas' | 'filtros' | 'enlaces' | 'cabezas'> & {
    columnas: NoInfer<F>[];
    filtros?: NoInfer<Q>[];
    enlaces?: Partial<Record<NoInfer<F>, (fila: Registro) => string>>;
    cabezas?: Partial<Record<NoInfer<F>, string>>;
  },
): Listado {
  return { es: 'lista', op, ...de } as Listado;
}
// Rows that stand in a list of the answer: their columns are those of the rows.
export function reporte<F extends string, Q extends string>(
  op: Operacion<F, Q, any>,
  de: Omit<Listado, 'es' | 'op' | 'filas' | 'resumen' | 'filtros'> & { filas: NoInfer<F>; resumen?: NoInfer<F>[]; filtros?: NoInfer<Q>[] },
): Listado {
  return { es: 'lista', op, ...de } as Listado;
}
export function forma<C extends string, D extends string = C>(
  de: Omit<Formulario, 'es' | 'crea' | 'cambia' | 'grupos'> & {
    crea?: Operacion<any, any, C>;
    cambia?: Operacion<any, any, D>;
    grupos: Record<string, (NoInfer<C> | NoInfer<D>)[]>;
  },
): Formulario {
  return { es: 'forma', ...de } as Formulario;
}
