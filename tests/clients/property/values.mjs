// Values from schemas: valid ones, and ones with a single thing wrong.
import fc from 'fast-check';

// A value met in an earlier answer, looked up when the request is sent; until one was met, the other value stands in.
export class Known {
  constructor(name, index, otherwise) {
    Object.assign(this, { name, also: alsoShownAs(name), index, otherwise });
  }
}
// Under which other name answers show what a request calls so: every reference to a document is one of a transaction.
const alsoShownAs = (name) => {
  if (/^transaccionId/.test(name)) return 'transaccionId';
  if (/^cuenta(Origen|Destino)Id$/.test(name)) return 'cuentaBancariaId';
  return /^(beneficiario|cliente|proveedor)Id$/.test(name) ? 'entidadId' : name;
};
const isReference = (name) => /Id$|^transaccionId/.test(name);
const isKnowable = (name) => /Id$|^transaccionId|Token$|^(codigo|usuario|apiKey|prefijo|cursor|referenciaExterna|clasificaciones|roles)$/.test(name);

const letters = fc.constantFrom(...'abcABC019 -_.áñÜ@&"\\/<>%+', '字', '😀', '\u0301', '\u200b', '\u0007', '\u0000');

const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map((date) => date.toISOString());

function text(schema) {
  if (schema.format === 'date') return moments.map((moment) => moment.slice(0, 10));
  if (schema.format === 'date-time') return moments.map((moment) => `${moment.slice(0, 19)}Z`);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  const minLength = schema.minLength ?? 0;
  const maxLength = schema.maxLength ?? 200;
  const tame = fc.string({ unit: fc.constantFrom(...'abcdeXYZ123'), minLength, maxLength: Math.min(maxLength, minLength + 12) });
  const wild = fc.string({ unit: letters, minLength, maxLength: Math.min(maxLength, minLength + 40) });
  return fc.oneof({ weight: 4, arbitrary: tame }, { weight: 1, arbitrary: wild }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) });
}

function whole(schema) {
  const min = Math.max(schema.minimum ?? -Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER);
  const max = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const near = { min: Math.max(min, 0), max: Math.min(max, 250) };
  const anywhere = fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(Number);
  const choices = [anywhere, fc.constantFrom(min, max)];
  return fc.oneof(...choices, ...(near.min <= near.max ? [fc.integer(near)] : []));
}

// At most six decimals and few enough digits that a binary number shows them all.
function decimal(schema) {
  const digits = fc.integer({ min: schema.minimum === 0 ? 0 : -999_999_999, max: 999_999_999 });
  const exact = fc.tuple(digits, fc.nat(6)).map(([number, decimals]) => Number(`${number}e-${decimals}`));
  return fc.oneof(exact, fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0));
}

export function valid(document, reference, name = '') {
  const schema = document.schema(reference);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(document, one, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid(document, { ...schema, type }, name)));
  if (schema.type === 'object') return object(document, schema);
  if (schema.type === 'array') {
    const { minItems: minLength = 0, maxItems: maxLength = 5 } = schema;
    return fc.array(valid(document, schema.items, name), { minLength, maxLength: Math.min(maxLength, minLength + 3) });
  }
  const plain = scalar(schema);
  if (schema.type === 'null') return plain;
  const choices = [plain];
  if (isKnowable(name)) choices.push(fc.tuple(fc.nat(1000), plain).map(([i, value]) => new Known(name, i, value)));
  // Rules that a schema cannot say (a check digit) are met by the documented example.
  else if (schema.type === 'string' && document.examples.has(name)) choices.push(fc.constant(document.examples.get(name)));
  return fc.oneof(...choices);
}

function scalar(schema) {
  switch (schema.type) {
    case 'string': return text(schema);
    case 'integer': return whole(schema);
    case 'number': return decimal(schema);
    case 'boolean': return fc.boolean();
    case 'null': return fc.constant(null);
    default: return fc.jsonValue();
  }
}

// Either any of the optional members, or two at the most: the fewer there are, the likelier the whole is accepted.
function object(document, schema) {
  const members = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, valid(document, value, key)]));
  const required = schema.required ?? [];
  const optional = Object.keys(members).filter((key) => !required.includes(key));
  const few = fc
    .tuple(fc.record(members), fc.subarray(optional, { maxLength: Math.min(2, optional.length) }))
    .map(([all, chosen]) => Object.fromEntries([...required, ...chosen].map((key) => [key, all[key]])));
  return fc.oneof(fc.record(members, { requiredKeys: required }), few);
}

// The documented example with the identifiers of records that there are, and now and then a member of its schema more: what is
// likeliest to be accepted, so that requests after it meet documents and not only refusals.
export function likely(document, reference, example) {
  const more = Object.entries(document.schema(reference).properties ?? {}).map(([key, value]) =>
    valid(document, value, key).map((member) => ({ [key]: member })),
  );
  const addition = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.oneof(fc.constant({}), ...more) });
  return fc.tuple(addition, fc.array(fc.nat(1000), { minLength: 16, maxLength: 16 })).map(([member, draws]) => {
    let drawn = 0;
    const real = (value, name) => {
      if (Array.isArray(value)) return value.map((item) => real(item, name));
      if (value !== null && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, real(one, key)]));
      return isReference(name) ? new Known(name, draws[drawn++ % draws.length], value) : value;
    };
    return { ...real(example, ''), ...member };
  });
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
