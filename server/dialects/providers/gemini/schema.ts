import { table } from '../../kit/table.js';
import { bothOf, objectSchema } from '../../json/object-schema.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { hasReferences, toSupportedSchema } from './json-schema.js';

/**
 * Types of Google's schema with the members that each accepts unchanged; the members that hold schemas, names or values are
 * converted below. An unknown member fails the whole request, as does an array without `items` or a `required` name that is
 * no property (https://ai.google.dev/api/caching#Schema). `default` and `title` are left out because older models reject them.
 */
const MEMBERS = table<readonly string[]>({
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
});
const FORMATS = table<readonly string[]>({
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
});
/** Members that belong to one type only: they tell the type of a schema that does not name it. */
const HINTS: readonly (readonly [type: string, members: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
const SCALARS: readonly string[] = ['string', 'number', 'boolean', 'object'];
/** A schema without any constraint: every type has to be named. */
const ANYTHING: readonly string[] = [...SCALARS, 'array'];

/** The members of a function declaration that describe its parameters; none for a function without parameters. */
export function parametersOf(parameters: unknown): UnknownRecord {
  if (!isRecord(parameters)) return {};
  const { nullable, ...schema } = objectSchema(parameters);
  // An object schema without properties is rejected.
  const { length } = Object.values(record(schema.properties)).filter((property) => property !== false);
  if (length === 0) return {};
  return hasReferences(schema)
    ? { parametersJsonSchema: toSupportedSchema(schema) }
    : { parameters: toGoogleSchema(schema) };
}

/** The members of `generationConfig` that describe the response; none if the schema allows any object. */
export function responseSchemaOf(schema: unknown): UnknownRecord {
  if (!isRecord(schema)) return {};
  if (hasReferences(schema)) return { responseJsonSchema: toSupportedSchema(schema) };
  const converted = toGoogleSchema(schema);
  const isEmpty = converted.type === 'object' && converted.properties === undefined;
  return isEmpty ? {} : { responseSchema: converted };
}

/**
 * Converts a JSON Schema without references to Google's format. What Google rejects is rewritten or left out, so that the
 * result allows at least what the schema allows; `true` and `{}`, which allow everything, become a union of all types.
 */
export function toGoogleSchema(schema: unknown): UnknownRecord {
  const { anyOf, oneOf, ...own } = isRecord(schema) ? withAllOf(schema) : {};
  const variants = [...list(anyOf), ...list(oneOf)].filter((variant) => variant !== false);
  if (variants.length > 0 && isRecord(own.properties)) {
    const merged = toGoogleSchema(objectSchema({ ...own, anyOf, oneOf }));
    return allowsNull(own) ? { ...merged, nullable: true } : merged;
  }
  const types = typesOf(own);
  // Beside the type of a value, alternatives only narrow it.
  const isUnion = variants.length > 0 && (own.type === undefined || types.includes('object'));
  if (!isUnion)
    return union(
      types.map((type) => typed(type, own)),
      allowsNull(own),
    );
  const real = variants.filter((variant) => !isNull(variant));
  const converted = real.flatMap((variant) => {
    const one = toGoogleSchema({ ...shared(own), ...record(variant) });
    return Array.isArray(one.anyOf) ? one.anyOf.map(record) : [one];
  });
  return union(converted, real.length < variants.length || allowsNull(own));
}

/** The schema with its `allOf` merged into it, whatever its type. */
function withAllOf({ allOf, ...own }: UnknownRecord): UnknownRecord {
  return list(allOf)
    .map((part) => withAllOf(record(part)))
    .reduce(bothOf, own);
}

/** `anyOf` must be the only member of its schema, so every alternative gets what the schema says beside it. */
function shared({ type, description }: UnknownRecord): UnknownRecord {
  return { ...(type !== undefined && { type }), ...(description !== undefined && { description }) };
}

function union(schemas: readonly UnknownRecord[], nullable: boolean): UnknownRecord {
  const all = nullable ? schemas.map((schema) => ({ ...schema, nullable })) : schemas;
  const [only = { type: 'string', nullable: true }] = all;
  return all.length > 1 ? { anyOf: all } : only;
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && (schema.type === 'null' || schema.const === null) && schema.anyOf === undefined;
}

function allowsNull(schema: UnknownRecord): boolean {
  const { type, nullable } = schema;
  return (
    nullable === true || type === 'null' || list(type).includes('null') || valuesOf(schema).includes(null)
  );
}

/** The only values that the schema allows; empty if it does not list any. */
function valuesOf(schema: UnknownRecord): readonly unknown[] {
  return schema.const === undefined ? list(schema.enum) : [schema.const];
}

/** The types that the schema allows besides null: those it names, else those its members are for. */
function typesOf(schema: UnknownRecord): readonly string[] {
  const named = (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) =>
    text(type).toLowerCase(),
  );
  const types = named.filter((type) => type in MEMBERS);
  if (types.length > 0) return [...new Set(types)];
  if (named.includes('null')) return [];
  const values = valuesOf(schema);
  if (values.length > 0) return [...new Set(values.filter((value) => value !== null).map(typeOf))];
  const hint = HINTS.find(([, members]) => members.some((name) => schema[name] !== undefined));
  return hint ? [hint[0]] : ANYTHING;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return SCALARS.includes(typeof value) ? typeof value : 'string';
}

/** The schema for values of one type. */
function typed(type: string, schema: UnknownRecord): UnknownRecord {
  const { format, example } = schema;
  const limits = (MEMBERS[type] ?? []).filter((name) =>
    name === 'pattern' ? typeof schema[name] === 'string' : Number.isFinite(schema[name]),
  );
  return {
    type,
    ...described(type, schema),
    ...(FORMATS[type]?.includes(text(format)) && { format }),
    ...(example !== undefined && { example }),
    ...Object.fromEntries(limits.map((name) => [name, schema[name]])),
    ...(type === 'array' && { items: itemsOf(schema) }),
    ...(type === 'object' && propertiesOf(schema)),
  };
}

/** Only texts can be enumerated: other values are listed in the description. Empty texts are rejected. */
function described(type: string, schema: UnknownRecord): UnknownRecord {
  const own = text(schema.description);
  const values = valuesOf(schema).filter((value) => value !== null);
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  if (type === 'string' && texts.length > 0) return { ...(own !== '' && { description: own }), enum: texts };
  const listed = type === 'string' ? [] : values.filter((value) => typeof value !== 'string');
  const note = listed.length > 0 ? `One of: ${listed.map((value) => JSON.stringify(value)).join(', ')}` : '';
  const description = [own, note].filter((line) => line !== '').join('\n');
  return description === '' ? {} : { description };
}

/** `items` is required. The items of a tuple may be any of its schemas. */
function itemsOf({ items, prefixItems }: UnknownRecord): UnknownRecord {
  const tuple = [...list(prefixItems), ...list(items)];
  const others = isRecord(items) ? [items] : [];
  if (tuple.length > 0) return toGoogleSchema({ anyOf: [...tuple, ...others] });
  return toGoogleSchema(isRecord(items) ? items : { type: SCALARS });
}

/** Names of properties that do not exist are rejected, and so is an empty object of properties. */
function propertiesOf({ properties, required, propertyOrdering }: UnknownRecord): UnknownRecord {
  const all = Object.entries(record(properties)).filter(([, schema]) => schema !== false);
  if (all.length === 0) return {};
  const names = new Set<unknown>(all.map(([name]) => name));
  const needed = [...new Set(list(required))].filter((name) => names.has(name));
  const order = [...new Set(list(propertyOrdering))].filter((name) => names.has(name));
  return {
    properties: Object.fromEntries(all.map(([name, schema]) => [name, toGoogleSchema(schema)])),
    ...(needed.length > 0 && { required: needed }),
    ...(order.length > 0 && { propertyOrdering: order }),
  };
}
