// A document that people write: what its head and its lines show first. Everything else that the interface takes is behind «Más».

import type { Operacion, Registro } from '../lib/tipos';

export interface Capturable {
  es: 'captura';
  op: Operacion<any, any, any>;
  titulo: string;
  cabeza: string[];
  renglon: string[];
  vista?: string[]; // figures of the service beside a line
  pendiente?: string; // what is taken of a line of the document that it comes from
  fijo?: Registro;
}
export function capturable<C extends string>(
  op: Operacion<any, any, C>,
  titulo: string,
  cabeza: NoInfer<C>[],
  renglon: string[],
  mas: Partial<Pick<Capturable, 'vista' | 'pendiente' | 'fijo'>> = {},
): Capturable {
  return { es: 'captura', op, titulo, cabeza, renglon, ...mas };
}
