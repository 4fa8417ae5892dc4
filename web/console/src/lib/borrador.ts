// What is being written, kept at each pause: a closed tab, a lost network or a rejected document lose nothing. Erased on sign-out.

import { clave } from './api';
import { sesion } from './sesion.svelte';

export interface Borrador<T> {
  clave: string; // of the write that it becomes: sent twice, it happens once
  datos: T;
}

const lugar = (nombre: string) => `cacao:${sesion.usuario?.organizacionId}:${sesion.usuario?.usuarioId}:${nombre}`;

export function abrir<T>(nombre: string, nuevo: () => T): Borrador<T> {
  try {
    const guardado = localStorage.getItem(lugar(nombre));
    if (guardado) return JSON.parse(guardado) as Borrador<T>;
  } catch {
    // No storage, or not ours: a new one.
  }
  return { clave: clave(), datos: nuevo() };
}

export function guardar<T>(nombre: string, b: Borrador<T>): void {
  try {
    localStorage.setItem(lugar(nombre), JSON.stringify(b));
  } catch {
    // Full or forbidden: what is on the screen stays.
  }
}

export function olvidar(nombre: string): void {
  try {
    localStorage.removeItem(lugar(nombre));
  } catch {
    // Nothing was there.
  }
}
