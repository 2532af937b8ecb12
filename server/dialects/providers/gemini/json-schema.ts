import { referenced } from '../../json/object-schema.js';
import { isRecord, list, record, type UnknownRecord } from '../../json/lenient.js';
import { DEFINITIONS, withoutCircles } from './circles.js';

/**
 * Members of JSON Schema that Google supports and that hold no schemas:
 * https://ai.google.dev/api/generate-content#FIELDS.response_json_schema
 */
const KEPT = ['type', 'format', 'title', 'description', 'minItems', 'maxItems', 'minimum', 'maximum'];
/** The name of the document itself among the definitions, if a schema refers to it. */
const ROOT = 'root';

/** Whether the schema contains references. Only JSON Schema can express those. */
export function hasReferences(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasReferences);
  if (!isRecord(schema)) return false;
  return typeof schema.$ref === 'string' || Object.values(schema).some(hasReferences);
}

/**
 * The schema in the subset of JSON Schema that Google supports, which allows at least what the schema allows. Definitions are
 * in `$defs`, nothing stands beside a `$ref`, and properties that lead back to their own definition are not required.
 */
export function toSupportedSchema(schema: UnknownRecord): UnknownRecord {
  return new Conversion(schema).whole();
}

interface Definition {
  readonly name: string;
  readonly source: UnknownRecord;
}

class Conversion {
  /** By reference. */
  private readonly definitions = new Map<string, Definition>();
  /** Names that are taken, each with the highest number behind it. */
  private readonly names = new Map<string, number>();

  constructor(private readonly root: UnknownRecord) {}

  whole(): UnknownRecord {
    const converted = this.schema(this.root);
    if (this.definitions.size === 0) return converted;
    const $defs = new Map<string, UnknownRecord>();
    // Those that a definition refers to are added while it is converted.
    for (const { name, source } of this.definitions.values()) $defs.set(name, this.schema(source));
    return { ...converted, $defs: withoutCircles($defs) };
  }

  private schema(source: unknown): UnknownRecord {
    if (!isRecord(source)) return {};
    if (typeof source.$ref === 'string') return this.reference(source.$ref, source);
    const { type, nullable, properties, prefixItems, items, additionalProperties } = source;
    const result: Record<string, unknown> = {};
    for (const name of KEPT) if (source[name] !== undefined) result[name] = source[name];
    if (nullable === true && typeof type === 'string') result.type = [type, 'null'];
    const values = source.const === undefined ? list(source.enum) : [source.const];
    const listed = values.filter((value) => typeof value === 'string' || typeof value === 'number');
    // Other values cannot be listed.
    if (listed.length > 0 && listed.length === values.length) result.enum = listed;
    const tuple = [...list(prefixItems), ...list(items)];
    if (tuple.length > 0) result.prefixItems = tuple.map((item) => this.schema(item));
    if (isRecord(items)) result.items = this.schema(items);
    else if (type === 'array' && tuple.length === 0) result.items = {};
    if (isRecord(additionalProperties)) result.additionalProperties = this.schema(additionalProperties);
    else if (typeof additionalProperties === 'boolean') result.additionalProperties = additionalProperties;
    if (isRecord(properties)) Object.assign(result, this.properties(properties, source));
    return this.composed(result, source);
  }

  private properties(
    properties: UnknownRecord,
    { required, propertyOrdering }: UnknownRecord,
  ): UnknownRecord {
    const all = Object.entries(properties).filter(([, schema]) => schema !== false);
    const names = new Set<unknown>(all.map(([name]) => name));
    const needed = list(required).filter((name) => names.has(name));
    const order = list(propertyOrdering).filter((name) => names.has(name));
    return {
      properties: Object.fromEntries(all.map(([name, schema]) => [name, this.schema(schema)])),
      ...(needed.length > 0 && { required: needed }),
      ...(order.length > 0 && { propertyOrdering: order }),
    };
  }

  /** Google has no `allOf`: a reference in it stands for all, beside a union it is left out; other parts are merged. */
  private composed(result: Record<string, unknown>, source: UnknownRecord): UnknownRecord {
    const variants = [...list(source.anyOf), ...list(source.oneOf)].filter((variant) => variant !== false);
    if (variants.length > 0) result.anyOf = variants.map((variant) => this.schema(variant));
    const parts = list(source.allOf).map((part) => this.schema(part));
    const named = parts.find(({ $ref }) => $ref !== undefined);
    if (named && variants.length === 0) return { ...described(source), anyOf: [named] };
    return parts.filter(({ $ref }) => $ref === undefined).reduce<UnknownRecord>(both, result);
  }

  /** Members beside a reference are not supported: a description surrounds it, others are left out. */
  private reference(reference: string, beside: UnknownRecord): UnknownRecord {
    const named = this.definition(reference);
    if (!named) return described(beside);
    const itself = { $ref: DEFINITIONS + named.name };
    return beside.description === undefined ? itself : { ...described(beside), anyOf: [itself] };
  }

  private definition(reference: string): Definition | undefined {
    const existing = this.definitions.get(reference);
    if (existing) return existing;
    const schema = referenced(this.root, reference);
    if (!isRecord(schema)) return undefined;
    const definition = { name: this.freeName(reference), source: schema };
    this.definitions.set(reference, definition);
    return definition;
  }

  private freeName(reference: string): string {
    const name = (reference.split('/').at(-1) ?? '').replace(/[^\w-]/g, '_').replace(/^_?$/, ROOT);
    let number = this.names.get(name) ?? 0;
    let free = name;
    while (this.names.has(free)) free = `${name}_${++number}`;
    this.names.set(name, Math.max(number, 1)).set(free, 1);
    return free;
  }
}

function described({ description }: UnknownRecord): UnknownRecord {
  return description === undefined ? {} : { description };
}

function both(before: UnknownRecord, next: UnknownRecord): UnknownRecord {
  const required = [...list(before.required), ...list(next.required)];
  const properties = { ...record(next.properties), ...record(before.properties) };
  return {
    ...next,
    ...before,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
