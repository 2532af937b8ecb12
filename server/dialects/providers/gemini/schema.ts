import { isRecord, list, record, type Loose } from '../../json/lenient.js';

/**
 * Members that Google's own schema has in common with JSON Schema and takes as they are; an unknown one is refused with
 * the whole request (https://ai.google.dev/api/caching#Schema). `default` and `title` are known and left out all the same:
 * older models refuse them.
 */
const kept = new Set([
  'description',
  'nullable',
  'required',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'example',
  'propertyOrdering',
]);
const textFormats = new Set(['enum', 'date-time']);

/** Does the schema refer to parts of itself? Then it can only go as JSON Schema. */
export function refers(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(refers);
  if (!isRecord(schema)) return false;
  return typeof schema.$ref === 'string' || Object.values(schema).some(refers);
}

/** A JSON Schema with what Google refuses left out, or said in its words (spec/providers/google.md, tools). */
export function toGoogleSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (kept.has(name)) result[name] = value;
    else Object.assign(result, translated(name, value, schema));
  }
  return result;
}

function translated(name: string, value: unknown, schema: Loose): Loose {
  switch (name) {
    case 'type':
      return typeOf(value);
    case 'const':
      return choice([value]);
    case 'enum':
      return choice(list(value));
    case 'format':
      return isText(schema.type) && !textFormats.has(String(value)) ? {} : { format: value };
    case 'properties':
      return { properties: properties(value) };
    case 'items':
      return { items: toGoogleSchema(Array.isArray(value) ? value[0] : value) };
    case 'anyOf':
    case 'oneOf':
      return either(list(value));
    case 'allOf':
      return list(value).map(toGoogleSchema).reduce<Loose>(together, {});
    default:
      return {};
  }
}

function isText(type: unknown): boolean {
  return type === 'string' || list(type).includes('string');
}

/** `["string","null"]` is a string that may be missing. */
function typeOf(type: unknown): Loose {
  if (!Array.isArray(type)) return { type };
  const kinds = type.filter((kind) => kind !== 'null');
  const nullable = kinds.length < type.length ? { nullable: true } : {};
  if (kinds.length <= 1) return { type: kinds[0] ?? 'string', ...nullable };
  return { anyOf: kinds.map((kind: unknown) => ({ type: kind })), ...nullable };
}

/** Only texts can be listed; of other values the type alone is said. */
function choice(values: readonly unknown[]): Loose {
  const real = values.filter((value) => value !== null);
  const nullable = real.length < values.length ? { nullable: true } : {};
  return real.length > 0 && real.every((value) => typeof value === 'string')
    ? { type: 'string', enum: real, ...nullable }
    : nullable;
}

function either(given: readonly unknown[]): Loose {
  const real = given.filter((one) => !(isRecord(one) && one.type === 'null'));
  const nullable = real.length < given.length ? { nullable: true } : {};
  return { anyOf: real.map(toGoogleSchema), ...nullable };
}

/** There is no `allOf`: what all of them say is said at once. */
function together(before: Loose, next: unknown): Loose {
  if (!isRecord(next)) return before;
  const bothProperties = isRecord(before.properties) && isRecord(next.properties);
  const required = [...list(before.required), ...list(next.required)];
  return {
    ...before,
    ...next,
    ...(bothProperties && { properties: { ...record(before.properties), ...record(next.properties) } }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function properties(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toGoogleSchema(schema)]));
}
