import { isRecord, list, record, type UnknownRecord } from './lenient.js';

/**
 * The schema that a reference of the same document (`#/$defs/a`) names, a JSON pointer
 * (https://www.rfc-editor.org/rfc/rfc6901); undefined if there is none.
 */
export function referenced(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = unescaped(step);
    if (Array.isArray(at)) at = (at as unknown[])[Number(name)];
    else at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function unescaped(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    // A percent sign that encodes nothing belongs to the name.
    return plain;
  }
}

interface Context {
  /** The document that references belong to. */
  readonly root: unknown;
  /** References that are being followed. */
  readonly open: ReadonlySet<string>;
  /** References that may still be followed: definitions that use each other twice would multiply. */
  readonly budget: { left: number };
}

const MAX_REFERENCES = 1000;

/**
 * The schema of a function's parameters as an object schema whose root has neither a reference nor a composition (`allOf`,
 * `anyOf`, `oneOf`). Most providers require this of the root, while clients of other providers may send discriminated unions
 * there. The result allows at least what the schema allows.
 */
export function objectSchema(schema: UnknownRecord): UnknownRecord {
  const flat = flattened(schema, { root: schema, open: new Set(), budget: { left: MAX_REFERENCES } });
  return flat.type === 'object' ? flat : { ...flat, type: 'object' };
}

/**
 * The schema with its compositions merged into one object schema: properties of all variants, of which those are required
 * that every variant requires.
 */
function flattened(schema: UnknownRecord, context: Context): UnknownRecord {
  const { allOf, anyOf, oneOf, $ref, ...own } = schema;
  if ($ref === undefined && !allOf && !anyOf && !oneOf) return schema;
  const parts = $ref === undefined ? list(allOf) : [{ $ref }, ...list(allOf)];
  const whole = parts.map((part) => target(part, context)).reduce(bothOf, own);
  const unions = [anyOf, oneOf].map(list).filter((variants) => variants.length > 0);
  return unions.reduce<UnknownRecord>((before, variants) => withAnyOf(before, variants, context), whole);
}

/** Both schemas at once; where they differ, the first one counts. */
export function bothOf(first: UnknownRecord, second: UnknownRecord): UnknownRecord {
  const required = [...list(first.required), ...list(second.required)];
  return {
    ...second,
    ...first,
    ...(isRecord(first.properties) &&
      isRecord(second.properties) && { properties: joined([first, second], 'allOf') }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** One of the variants in addition. Variants that are no objects are left out. */
function withAnyOf(schema: UnknownRecord, variants: readonly unknown[], context: Context): UnknownRecord {
  const objects = variants.map((variant) => target(variant, context)).filter(isObject);
  const [first, ...others] = objects.map(({ required }) => list(required));
  const common = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const either = { properties: joined(objects, 'anyOf'), required: common };
  const { required, ...result } = bothOf(schema, either);
  return { ...result, ...(list(required).length > 0 && { required }) };
}

function isObject(schema: UnknownRecord): boolean {
  return schema.type === undefined || schema.type === 'object' || list(schema.type).includes('object');
}

/** The properties of several schemas; those of one name are composed by `by`. */
function joined(schemas: readonly UnknownRecord[], by: 'allOf' | 'anyOf'): UnknownRecord {
  const all = new Map<string, Map<string, unknown>>();
  for (const { properties } of schemas) {
    for (const [name, property] of Object.entries(record(properties))) {
      const different = all.get(name) ?? new Map<string, unknown>();
      all.set(name, different.set(JSON.stringify(property), property));
    }
  }
  return Object.fromEntries(
    [...all].map(([name, different]) => {
      const [only] = different.values();
      return [name, different.size === 1 ? only : { [by]: [...different.values()] }];
    }),
  );
}

/** The schema with its compositions merged, or the one that it refers to; anything if it refers to itself. */
function target(schema: unknown, context: Context): UnknownRecord {
  const { root, open, budget } = context;
  const { $ref, ...own } = record(schema);
  if (typeof $ref !== 'string') return flattened(own, context);
  if (open.has($ref) || budget.left-- <= 0) return own;
  const named = target(referenced(root, $ref), { root, open: new Set(open).add($ref), budget });
  return bothOf(own, named);
}
