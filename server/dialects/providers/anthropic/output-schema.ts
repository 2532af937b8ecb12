import { table } from '../../../core/table.js';
import { isRecord, list, type UnknownRecord } from '../../json/lenient.js';

/**
 * Members that structured outputs accept unchanged. An unsupported member fails the whole request.
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
const KEPT = new Set(['type', 'description', 'title', 'enum', 'const', 'default', 'required', '$ref']);
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
 * The schema in the subset that structured outputs enforce; undefined if they cannot express it: open objects, recursion.
 */
export function fitSchema(schema: unknown): object | undefined {
  if (!isRecord(schema) || isRecursive(schema)) return undefined;
  try {
    return fit(schema);
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

function fit(schema: UnknownRecord): UnknownRecord {
  const result: Record<string, unknown> = {};
  const limits: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    const listed = LISTS[name];
    if (KEPT.has(name)) result[name] = value;
    else if (MAPS.has(name)) result[name] = fitMap(value);
    else if (listed !== undefined) result[listed] = list(value).map(fitValue);
    else if (name === 'items') result.items = fitValue(value);
    else if (name === 'format' && FORMATS.has(String(value))) result.format = value;
    else if (name === 'minItems' && (value === 0 || value === 1)) result.minItems = value;
    else if (LIMITS.has(name) || name === 'format') limits[name] = value;
    else if (name === 'additionalProperties' && value !== false) throw new Inexpressible();
  }
  if (schema.type === 'object' || isRecord(schema.properties)) result.additionalProperties = false;
  if (Object.keys(limits).length > 0) {
    const own = typeof schema.description === 'string' ? `${schema.description}\n` : '';
    result.description = `${own}${JSON.stringify(limits)}`;
  }
  return result;
}

function fitValue(value: unknown): unknown {
  return isRecord(value) ? fit(value) : value;
}

function fitMap(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, fitValue(schema)]));
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
    const found = visit(resolve(root, reference));
    open.delete(reference);
    closed.add(reference);
    return found;
  };
  return visit(root);
}

const DEFINITIONS = new Set(['$defs', 'definitions']);

function resolve(root: UnknownRecord, reference: string): unknown {
  let at: unknown = root;
  for (const step of reference.replace(/^#\//, '').split('/')) at = isRecord(at) ? at[step] : undefined;
  return at;
}
