import { isRecord, list, type Loose } from '../../json/loose.js';

/** Members of JSON Schema that Google's own schema does not know (spec/providers/google.md, tools). */
const dropped = new Set([
  '$schema',
  '$id',
  'additionalProperties',
  'patternProperties',
  'default',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'examples',
  'title',
  'strict',
]);
const formats = new Set(['enum', 'date-time']);

/** Does the schema refer to parts of itself? Then it can only go as JSON Schema. */
export function refers(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(refers);
  if (!isRecord(schema)) return false;
  return typeof schema.$ref === 'string' || Object.values(schema).some(refers);
}

/** A JSON Schema with what Google refuses left out, or said in its words. */
export function toGoogleSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (dropped.has(name)) continue;
    if (name === 'type') Object.assign(result, typeOf(value));
    else if (name === 'const') result.enum = [value];
    else if (name === 'format') {
      if (!isText(schema.type) || formats.has(String(value))) result.format = value;
    } else if (name === 'properties') result.properties = properties(value);
    else if (name === 'items') result.items = toGoogleSchema(Array.isArray(value) ? value[0] : value);
    else if (name === 'anyOf' || name === 'oneOf' || name === 'allOf') Object.assign(result, choices(value));
    else result[name] = value;
  }
  return result;
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

function choices(value: unknown): Loose {
  const given = list(value);
  const real = given.filter((choice) => !(isRecord(choice) && choice.type === 'null'));
  const nullable = real.length < given.length ? { nullable: true } : {};
  return { anyOf: real.map(toGoogleSchema), ...nullable };
}

function properties(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toGoogleSchema(schema)]));
}
