import { ApiError } from '../../../contract/errors/api-error.js';
import { objectSchema } from '../../json/object-schema.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * Names of properties that the API accepts; one other name fails the whole request:
 * https://github.com/anthropics/claude-code/issues/79418
 */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
/** Members of JSON Schema by what they hold. */
const SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
const COUNTS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]);
const TEXTS = new Set(['$ref', '$id', '$schema', 'title', 'description', 'pattern', 'format', '$comment']);

/**
 * The schema of a tool's input, valid in draft 2020-12 of JSON Schema and without a composition at its root, as the API
 * requires (https://platform.claude.com/docs/en/api/messages/create#tool). Members of older drafts are rewritten, invalid
 * ones are left out. Properties with names that the API rejects are described in the description, so that the model can
 * still set them. A function without parameters gets the schema of an empty object.
 * @throws ApiError convert_request_failed if the parameters are no schema
 */
export function inputSchema(name: string, parameters: unknown): UnknownRecord {
  if (parameters === undefined) return { type: 'object', properties: {} };
  if (!isRecord(parameters)) {
    throw new ApiError('convert_request_failed', {
      detail: `the parameters of tool ${name} are no JSON schema`,
    });
  }
  return valid(objectSchema(parameters));
}

/** Whether the API accepts the names of all properties in a schema, at all levels. */
export function hasAcceptedNames(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasAcceptedNames);
  if (!isRecord(schema)) return true;
  const names = Object.keys(record(schema.properties));
  return names.every((name) => PROPERTY.test(name)) && Object.values(schema).every(hasAcceptedNames);
}

function valid(schema: UnknownRecord): UnknownRecord {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) Object.assign(result, member(name, value, schema));
  return { ...result, ...rejectedProperties(schema) };
}

function anyValid(schema: unknown): unknown {
  if (typeof schema === 'boolean') return schema;
  return isRecord(schema) ? valid(schema) : {};
}

function member(name: string, value: unknown, schema: UnknownRecord): UnknownRecord {
  const unchanged = { [name]: value };
  if (name === 'properties') return isRecord(value) ? { properties: properties(value) } : {};
  if (name === 'type') return types(value);
  if (name === 'required') return required(value, schema);
  // Draft 7 and older: tuples are lists of items.
  if (name === 'items' && Array.isArray(value)) return tuple(value, schema);
  if (name === 'additionalItems' && Array.isArray(schema.items)) return {};
  // Draft 4: a flag beside the limit.
  if (typeof value === 'boolean' && NUMBERS.has(name)) return exclusive(name, value, schema);
  if (name === 'minimum' && schema.exclusiveMinimum === true) return {};
  if (name === 'maximum' && schema.exclusiveMaximum === true) return {};
  if (NUMBERS.has(name)) return typeof value === 'number' ? unchanged : {};
  if (COUNTS.has(name)) return Number.isInteger(value) && Number(value) >= 0 ? unchanged : {};
  if (TEXTS.has(name)) return typeof value === 'string' ? unchanged : {};
  if (SCHEMAS.has(name))
    return isRecord(value) || typeof value === 'boolean' ? { [name]: anyValid(value) } : {};
  if (LISTS.has(name)) return list(value).length > 0 ? { [name]: list(value).map(anyValid) } : {};
  if (MAPS.has(name)) return isRecord(value) ? { [name]: mapped(Object.entries(value)) } : {};
  if (name === 'enum') return Array.isArray(value) ? unchanged : {};
  return unchanged;
}

function mapped(entries: readonly (readonly [name: string, schema: unknown])[]): UnknownRecord {
  return Object.fromEntries(entries.map(([name, schema]) => [name, anyValid(schema)]));
}

function properties(value: UnknownRecord): UnknownRecord {
  return mapped(Object.entries(value).filter(([name]) => PROPERTY.test(name)));
}

function types(value: unknown): UnknownRecord {
  if (TYPES.includes(value)) return { type: value };
  const typeNames = [...new Set(list(value))].filter((type) => TYPES.includes(type));
  return typeNames.length > 0 ? { type: typeNames } : {};
}

function required(value: unknown, { properties: all }: UnknownRecord): UnknownRecord {
  const names = [...new Set(list(value))].filter((name) => typeof name === 'string');
  const isRejected = (name: string) => isRecord(all) && Object.hasOwn(all, name) && !PROPERTY.test(name);
  return Array.isArray(value) ? { required: names.filter((name) => !isRejected(name)) } : {};
}

/** The members that describe the properties whose names are rejected; none if all are accepted. */
function rejectedProperties(schema: UnknownRecord): UnknownRecord {
  const rejected = Object.entries(record(schema.properties)).filter(([name]) => !PROPERTY.test(name));
  if (rejected.length === 0) return {};
  const needed = rejected.map(([name]) => name).filter((name) => list(schema.required).includes(name));
  const lines = [
    text(schema.description),
    `More properties of this object, by name: ${JSON.stringify(Object.fromEntries(rejected))}`,
    needed.length > 0 ? `Required: ${needed.map((name) => JSON.stringify(name)).join(', ')}` : '',
  ];
  const isClosed = schema.additionalProperties === false;
  return {
    description: lines.filter((line) => line !== '').join('\n'),
    ...(isClosed && { additionalProperties: true }),
  };
}

function tuple(items: readonly unknown[], { additionalItems }: UnknownRecord): UnknownRecord {
  const others = isRecord(additionalItems) || typeof additionalItems === 'boolean';
  return {
    ...(items.length > 0 && { prefixItems: items.map(anyValid) }),
    ...(others && { items: anyValid(additionalItems) }),
  };
}

function exclusive(name: string, isExclusive: boolean, schema: UnknownRecord): UnknownRecord {
  const limit = name === 'exclusiveMinimum' ? schema.minimum : schema.maximum;
  return isExclusive && typeof limit === 'number' ? { [name]: limit } : {};
}
