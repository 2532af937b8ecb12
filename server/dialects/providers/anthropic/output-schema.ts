import { table } from '../../kit/table.js';
import { isRecord, list, record, type UnknownRecord } from '../../json/lenient.js';
import { referenced } from '../../json/object-schema.js';

/**
 * Members that structured outputs accept unchanged. An unsupported member fails the whole request.
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
const KEPT = new Set(['type', 'description', 'title', 'enum', 'const', 'default']);
/** Members whose value is an object of schemas. */
const MAPS = new Set(['properties', '$defs', 'definitions']);
/** Members whose value is a list of schemas. */
const LISTS = table<string>({ anyOf: 'anyOf', oneOf: 'anyOf', allOf: 'allOf' });
const FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);
/** Constraints that cannot be enforced; they are added to the description. */
const LIMITS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
]);

class Inexpressible extends Error {}

/**
 * The schema in the subset that structured outputs enforce; undefined if they cannot express it: open objects, recursion,
 * values of any type, or more than the API compiles.
 */
export function fitSchema(schema: unknown): object | undefined {
  if (!isRecord(schema) || isRecursive(schema)) return undefined;
  try {
    const { $ref, ...root } = schema;
    const named = typeof $ref === 'string' ? record(referenced(schema, $ref)) : {};
    const fitted = fit({ ...named, ...root }, schema);
    return isWithinLimits(complexityOf(fitted)) ? fitted : undefined;
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

/** Members that no description can replace. */
const INEXPRESSIBLE = ['patternProperties', 'prefixItems', 'not', 'if', 'dependentSchemas'];

function fit(schema: UnknownRecord, root: unknown): UnknownRecord {
  if (typeof schema.$ref === 'string') return reference(schema.$ref, root);
  if (INEXPRESSIBLE.some((name) => schema[name] !== undefined)) throw new Inexpressible();
  // Both would have to become `anyOf`.
  if (schema.anyOf !== undefined && schema.oneOf !== undefined) throw new Inexpressible();
  const result: Record<string, unknown> = {};
  const limits: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    const listed = LISTS[name];
    if (name === 'required') result.required = list(value).filter((key) => hasProperty(schema, key));
    else if (KEPT.has(name)) result[name] = value;
    else if (MAPS.has(name)) result[name] = fitMap(value, root);
    else if (listed !== undefined) result[listed] = fitAll(value, listed, root);
    else if (name === 'items') result.items = fitValue(value, root);
    else if (name === 'format' && FORMATS.has(String(value))) result.format = value;
    else if (name === 'minItems' && (value === 0 || value === 1)) result.minItems = value;
    else if (LIMITS.has(name) || name === 'format') limits[name] = value;
    else if (name === 'additionalProperties' && value !== false) throw new Inexpressible();
  }
  const isObject = schema.type === 'object' || list(schema.type).includes('object');
  if (isObject || isRecord(schema.properties)) result.additionalProperties = false;
  if (list(schema.enum).some((value) => typeof value === 'object' && value !== null))
    throw new Inexpressible();
  if (!isTyped(result)) result.type = typeOfValues(schema);
  if (Object.keys(limits).length > 0) {
    const own = typeof schema.description === 'string' ? `${schema.description}\n` : '';
    result.description = `${own}${JSON.stringify(limits)}`;
  }
  return result;
}

function hasProperty({ properties }: UnknownRecord, name: unknown): boolean {
  return isRecord(properties) && typeof name === 'string' && Object.hasOwn(properties, name);
}

/** Nothing may stand beside a reference, which must be one to the same document. */
function reference($ref: string, root: unknown): UnknownRecord {
  if (!isRecord(referenced(root, $ref))) throw new Inexpressible();
  return { $ref };
}

/** Every schema needs a type or alternatives. */
function isTyped(schema: UnknownRecord): boolean {
  return ['type', 'anyOf', 'allOf'].some((name) => schema[name] !== undefined);
}

function typeOfValues(schema: UnknownRecord): string | string[] {
  if (isRecord(schema.properties)) return 'object';
  const values = schema.const === undefined ? list(schema.enum) : [schema.const];
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  if (types.length === 0 || types.includes('object')) throw new Inexpressible();
  return types.length === 1 ? types[0]! : types;
}

/** A schema that allows anything, such as `true`, cannot be enforced. */
function fitValue(value: unknown, root: unknown): UnknownRecord {
  if (!isRecord(value)) throw new Inexpressible();
  return fit(value, root);
}

/** References cannot be combined by `allOf`. */
function fitAll(value: unknown, member: string, root: unknown): UnknownRecord[] {
  const all = list(value).map((one) => fitValue(one, root));
  if (all.length === 0 || (member === 'allOf' && all.some(({ $ref }) => $ref !== undefined)))
    throw new Inexpressible();
  return all;
}

function fitMap(value: unknown, root: unknown): UnknownRecord {
  if (!isRecord(value)) throw new Inexpressible();
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, fitValue(schema, root)]));
}

/** What the limits of a request count. */
export interface Complexity {
  readonly optional: number;
  readonly unions: number;
}

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#schema-complexity-limits */
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

export function isWithinLimits({ optional, unions }: Complexity): boolean {
  return optional <= MAX_OPTIONAL && unions <= MAX_UNIONS;
}

/** The complexity of a schema that was fitted, added to that of others. */
export function complexityOf(schema: unknown, others: Complexity = { optional: 0, unions: 0 }): Complexity {
  let { optional, unions } = others;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isRecord(value)) return;
    if (isRecord(value.properties)) {
      const required = list(value.required);
      for (const name of Object.keys(value.properties)) if (!required.includes(name)) optional++;
    }
    if (Array.isArray(value.anyOf) || (Array.isArray(value.type) && value.type.length > 1)) unions++;
    Object.values(value).forEach(visit);
  };
  visit(schema);
  return { optional, unions };
}

/** Whether a definition refers to itself, directly or through others. */
function isRecursive(root: UnknownRecord): boolean {
  const open = new Set<string>();
  const closed = new Set<string>();
  const visit = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(visit);
    if (!isRecord(value)) return false;
    if (typeof value.$ref === 'string' && refers(value.$ref)) return true;
    return Object.entries(value).some(([name, inner]) => !DEFINITIONS.has(name) && visit(inner));
  };
  const refers = (reference: string): boolean => {
    if (reference === '#' || open.has(reference)) return true;
    if (closed.has(reference)) return false;
    open.add(reference);
    const found = visit(referenced(root, reference));
    open.delete(reference);
    closed.add(reference);
    return found;
  };
  return visit(root);
}

const DEFINITIONS = new Set(['$defs', 'definitions']);
