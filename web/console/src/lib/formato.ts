// How figures, days and words are shown. Nothing here adds: figures are the service's.

import valores from 'api:valores';

// Digits as they came, grouped; at least two decimals of money.
export function importe(v: unknown, minimo = 2): string {
  if (v === null || v === undefined || v === '') return '';
  const texto = typeof v === 'number' ? (Number.isInteger(v) ? v.toFixed(0) : plano(v)) : String(v);
  const [, signo = '', entero = '0', decimal = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(texto) ?? [];
  return signo + entero.replace(/\B(?=(\d{3})+$)/g, ',') + (decimal.length || minimo ? '.' + decimal.padEnd(minimo, '0') : '');
}
const plano = (v: number) => (Math.abs(v) < 1e-6 ? '0' : String(v).includes('e') ? v.toFixed(6) : String(v));

export const cantidad = (v: unknown) => importe(v, 0);

export function fecha(v: unknown): string {
  const m = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(v ?? ''));
  return m ? `${m[3]}/${m[2]}/${m[1]}` : '';
}
export function instante(v: unknown): string {
  if (!v) return '';
  const texto = String(v);
  const d = /Z|[+-]\d\d:\d\d$/.test(texto) ? new Date(texto) : null;
  if (!d) return `${fecha(texto)} ${texto.slice(11, 16)}`;
  return d.toLocaleString('es-MX', { dateStyle: 'short', timeStyle: 'short' });
}

// A value of a few, as people call it.
export function palabra(campo: string, v: unknown): string {
  const texto = String(v ?? '');
  return valores[`${campo}.${texto}`] ?? valores[texto] ?? texto;
}

const dos = (n: number) => String(n).padStart(2, '0');
export const iso = (d: Date) => `${d.getFullYear()}-${dos(d.getMonth() + 1)}-${dos(d.getDate())}`;
export const hoy = () => iso(new Date());
export function sumarDias(dia: string, n: number): string {
  const d = new Date(`${dia}T12:00:00`);
  d.setDate(d.getDate() + n);
  return iso(d);
}

// A day as people type it: `15` of this month, `15/3`, `15/3/26`, `+5`, `-1`, `hoy`. "" is none, undefined is no day.
export function leerDia(texto: string, base = hoy()): string | undefined {
  const t = texto.trim().toLowerCase();
  if (t === '') return '';
  if (t === 'hoy' || t === 'h') return base;
  if (/^[+-]\d{1,4}$/.test(t)) return sumarDias(base, Number(t));
  const larga = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(t);
  const corta = /^(\d{1,2})(?:[/\-. ](\d{1,2})(?:[/\-. ](\d{2}|\d{4}))?)?$/.exec(t);
  let anio: number, mes: number, dia: number;
  if (larga) [anio, mes, dia] = [Number(larga[1]), Number(larga[2]), Number(larga[3])];
  else if (corta) {
    dia = Number(corta[1]);
    mes = corta[2] ? Number(corta[2]) : Number(base.slice(5, 7));
    anio = corta[3] ? Number(corta[3]) + (corta[3].length === 2 ? 2000 : 0) : Number(base.slice(0, 4));
  } else return undefined;
  const d = new Date(anio, mes - 1, dia, 12);
  return d.getMonth() === mes - 1 && d.getDate() === dia ? iso(d) : undefined;
}

// An amount as people type it: commas group, at most fifteen digits, which a number of the browser holds. undefined is no amount.
export function leerImporte(texto: string): number | undefined {
  const t = texto.replace(/[\s,$]/g, '');
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(t) || t.replace(/\D/g, '').replace(/^0+/, '').length > 15) return undefined;
  return Number(t);
}
