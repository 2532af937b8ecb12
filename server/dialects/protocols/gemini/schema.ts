import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import { camelCase } from './google-fields.js';

/** Members of Google's schema that are 64-bit integers, which its JSON represents as strings. */
const counts = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']);

/**
 * Converts Google's subset of OpenAPI schemas (https://ai.google.dev/api/caching#Schema) to JSON Schema: types in lower
 * case, `nullable` as an additional type, property orderings left out.
 */
export function toJsonSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const result: Record<string, unknown> = {};
  let nullable = false;
  for (const [spelling, value] of Object.entries(schema)) {
    const name = camelCase(spelling);
    switch (name) {
      case 'type':
        if (value !== 'TYPE_UNSPECIFIED') result.type = lowered(value);
        break;
      case 'nullable':
        nullable = value === true;
        break;
      case 'propertyOrdering':
        break;
      case 'example':
        result.examples = [value];
        break;
      case 'properties':
        result.properties = properties(value);
        break;
      case 'items':
      case 'additionalProperties':
        result[name] = toJsonSchema(value);
        break;
      case 'anyOf':
        result.anyOf = Array.isArray(value) ? value.map(toJsonSchema) : value;
        break;
      default:
        result[name] = counts.has(name) && typeof value === 'string' ? Number(value) : value;
    }
  }
  return nullable ? withNull(result) : result;
}

function properties(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toJsonSchema(schema)]));
}

function lowered(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(lowered);
  return typeof type === 'string' ? type.toLowerCase() : type;
}

function withNull(schema: Record<string, unknown>): UnknownRecord {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  const allowed = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...allowed };
}
