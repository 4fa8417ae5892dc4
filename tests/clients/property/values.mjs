// Values from schemas: valid ones, and ones with a single thing wrong.
import fc from 'fast-check';

// A value met in an earlier answer, looked up when the request is sent; until one was met, the other value stands in.
export class Known {
  constructor(name, index, otherwise) {
    Object.assign(this, { name, index, otherwise });
  }
}
const isKnowable = (name) => /Id$|Token$|^(codigo|usuario|apiKey|cursor|referenciaExterna|clasificaciones|roles)$/.test(name);

const letters = fc.constantFrom(...'abcABC019 -_.áñÜ@&"\\/<>%+', '字', '😀', '\u0301', '\u200b', '\u0007', '\u0000');

function text(schema) {
  if (schema.format === 'date') return fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map((d) => d.toISOString().slice(0, 10));
  if (schema.format === 'date-time') return fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map((d) => `${d.toISOString().slice(0, 19)}Z`);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  const minLength = schema.minLength ?? 0;
  const maxLength = schema.maxLength ?? 200;
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'abcdeXYZ123'), minLength, maxLength: Math.min(maxLength, minLength + 12) }) },
    { weight: 2, arbitrary: fc.string({ unit: letters, minLength, maxLength: Math.min(maxLength, minLength + 40) }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
  );
}

function whole(schema) {
  const min = Math.max(schema.minimum ?? -Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER);
  const max = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const near = { min: Math.max(min, 0), max: Math.min(max, 250) };
  return near.min > near.max ? fc.integer({ min, max }) : fc.oneof(fc.integer(near), fc.maxSafeInteger().filter((n) => n >= min && n <= max), fc.constantFrom(min, max));
}

// At most six decimals and few enough digits that a binary number shows them all.
function decimal(schema) {
  const exact = fc.tuple(fc.integer({ min: schema.minimum === 0 ? 0 : -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 })).map(([n, d]) => Number(`${n}e-${d}`));
  return fc.oneof(exact, fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0));
}

export function valid(document, reference, name = '') {
  const schema = document.schema(reference);
  let plain;
  if (schema.anyOf) plain = fc.oneof(...schema.anyOf.map((one) => valid(document, one, name)));
  else if (schema.enum) plain = fc.constantFrom(...schema.enum);
  else if (Array.isArray(schema.type)) plain = fc.oneof(...schema.type.map((type) => valid(document, { ...schema, type }, name)));
  else plain = ofType(document, schema, name);
  const scalar = !['object', 'array'].includes(schema.type) && !schema.enum;
  return scalar && isKnowable(name) ? fc.oneof(plain, fc.tuple(fc.nat(1000), plain).map(([i, v]) => new Known(name, i, v))) : plain;
}

function ofType(document, schema, name) {
  switch (schema.type) {
    case 'string': return text(schema);
    case 'integer': return whole(schema);
    case 'number': return decimal(schema);
    case 'boolean': return fc.boolean();
    case 'null': return fc.constant(null);
    case 'array': {
      const { minItems: minLength = 0, maxItems: maxLength = 5 } = schema;
      return fc.array(valid(document, schema.items, name), { minLength, maxLength: Math.min(maxLength, minLength + 3) });
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, valid(document, value, key)]);
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
    }
    default: return fc.jsonValue();
  }
}

// What may be put in place of a value, to be wrong in one way.
const wrong = fc.constantFrom(
  null, '', ' ', 'x', 'x'.repeat(10_001), -1, 0, 1.5, 1e300, 0.1234567, 9_223_372_036_854_775_807n, true, [], {}, [null], [{}], '2026-02-31',
  '31/02/2026', '\ud800', { __proto__: null, a: { a: {} } },
);

// A JSON value with one place of it replaced, removed or added to.
export const spoiled = (arbitrary) =>
  fc.tuple(arbitrary, fc.nat(1000), fc.constantFrom('replace', 'replace', 'remove', 'add'), wrong).map(([value, where, how, other]) => {
    const copy = clone(value);
    const places = [];
    collect(copy, places);
    if (places.length === 0) return how === 'add' && copy && typeof copy === 'object' ? { ...copy, campoInventado: other } : other;
    const { holder, key } = places[where % places.length];
    if (how === 'remove' && !Array.isArray(holder)) delete holder[key];
    else if (how === 'add' && !Array.isArray(holder)) holder.campoInventado = other;
    else holder[key] = other;
    return copy;
  });

function clone(value) {
  if (Array.isArray(value)) return value.map(clone);
  if (value === null || typeof value !== 'object' || value instanceof Known) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, clone(member)]));
}
function collect(value, places) {
  if (value === null || typeof value !== 'object' || value instanceof Known) return;
  for (const key of Object.keys(value)) {
    places.push({ holder: value, key });
    collect(value[key], places);
  }
}
