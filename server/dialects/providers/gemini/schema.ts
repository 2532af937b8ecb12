import { isRecord, list, record, type UnknownRecord } from '../../json/lenient.js';

/**
 * Members that Google's schema shares with JSON Schema and accepts unchanged. An unknown member fails the whole request
 * (https://ai.google.dev/api/caching#Schema). `default` and `title` are left out because older models reject them.
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

/** Whether the schema contains references: it can then only be sent as JSON Schema. */
export function refers(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(refers);
  if (!isRecord(schema)) return false;
  return typeof schema.$ref === 'string' || Object.values(schema).some(refers);
}

/** Converts a JSON Schema to Google's format; what Google rejects is rewritten or left out. */
export function toGoogleSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (kept.has(name)) result[name] = value;
    else Object.assign(result, translated(name, value, schema));
  }
  return result;
}

function translated(name: string, value: unknown, schema: UnknownRecord): UnknownRecord {
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
      return list(value).map(toGoogleSchema).reduce<UnknownRecord>(together, {});
    default:
      return {};
  }
}

function isText(type: unknown): boolean {
  return type === 'string' || list(type).includes('string');
}

/** `["string","null"]` becomes a nullable string, several types become `anyOf`. */
function typeOf(type: unknown): UnknownRecord {
  if (!Array.isArray(type)) return { type };
  const kinds = type.filter((kind) => kind !== 'null');
  const nullable = kinds.length < type.length ? { nullable: true } : {};
  if (kinds.length <= 1) return { type: kinds[0] ?? 'string', ...nullable };
  return { anyOf: kinds.map((kind: unknown) => ({ type: kind })), ...nullable };
}

/** Google supports enums of strings only; other values are dropped and the type alone remains. */
function choice(values: readonly unknown[]): UnknownRecord {
  const real = values.filter((value) => value !== null);
  const nullable = real.length < values.length ? { nullable: true } : {};
  return real.length > 0 && real.every((value) => typeof value === 'string')
    ? { type: 'string', enum: real, ...nullable }
    : nullable;
}

function either(given: readonly unknown[]): UnknownRecord {
  const real = given.filter((one) => !(isRecord(one) && one.type === 'null'));
  const nullable = real.length < given.length ? { nullable: true } : {};
  return { anyOf: real.map(toGoogleSchema), ...nullable };
}

/** Google has no `allOf`: its schemas are merged into one. */
function together(before: UnknownRecord, next: unknown): UnknownRecord {
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
