import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isIgnoredField } from '../../contract/fields.js';

/** With this header set to 1, members unknown to the schema are rejected instead of ignored. */
export const STRICT_HEADER = 'x-strict';

/** Maximum number of ignored members listed in a response. */
const MAX_IGNORED = 100;
/** Maximum characters of each part of a listed path. */
const MAX_NAME = 64;

interface Reading {
  readonly strict: boolean;
  /** Collects the dotted paths of members that have no effect. */
  readonly ignored: string[];
  readonly path?: string;
}

/** How a body or query is read, by the object that was parsed from the request. */
const readings = new WeakMap<object, Reading>();
const ignoredByRequest = new WeakMap<FastifyRequest, readonly string[]>();

/**
 * Makes `normalized` treat the input of a management request leniently: null members count as absent, and members that
 * a strict schema does not define are removed unless the request has `X-Strict: 1`. The response lists their names, and
 * in both modes those of `ignoredField`s. This is needed because clients of other versions of this API send fields that
 * do not exist here.
 */
export function readLeniently(request: FastifyRequest): void {
  const ignored: string[] = [];
  const reading: Reading = { strict: request.headers[STRICT_HEADER] === '1', ignored };
  for (const input of [request.body, request.query])
    if (typeof input === 'object' && input !== null) readings.set(input, reading);
  ignoredByRequest.set(request, ignored);
}

/**
 * A body or query without the members that its request's mode removes.
 * @param schemas alternative schemas of the input
 */
export function normalized(schemas: readonly z.ZodType[], value: unknown): unknown {
  const reading = typeof value === 'object' && value !== null ? readings.get(value) : undefined;
  return reading === undefined ? value : lenient(schemas, value, reading);
}

/** `{ ignored: [...] }` for the envelope: dotted paths of the members that had no effect. Empty if there were none. */
export function ignoredMembers(request: FastifyRequest): { readonly ignored?: readonly string[] } {
  const ignored = ignoredByRequest.get(request) ?? [];
  return ignored.length === 0 ? {} : { ignored };
}

/**
 * Copies `value` without null members and, unless `strict`, without members that no schema defines.
 * @param schemas alternative schemas of one value: a member is known if any of them defines it
 */
export function lenient(schemas: readonly z.ZodType[], value: unknown, reading: Reading): unknown {
  const plain = schemas.flatMap(alternatives);
  if (Array.isArray(value)) {
    const elements = plain.flatMap((one) => (one instanceof z.ZodArray ? [typeOf(one.element)] : []));
    return elements.length === 0
      ? value
      : value.map((item: unknown, index) =>
          lenient(elements, item, { ...reading, path: joined(reading.path, String(index)) }),
        );
  }
  const objects = plain.filter((one) => one instanceof z.ZodObject);
  if (typeof value !== 'object' || value === null || objects.length === 0) return value;
  const open = objects.every((one) => !(one.def.catchall instanceof z.ZodNever));
  const accepted: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const path = joined(reading.path, name);
    const types = objects.flatMap((one) => (Object.hasOwn(one.shape, name) ? [typeOf(one.shape[name])] : []));
    const unapplied =
      types.length > 0 ? types.every(isIgnoredField) && member !== null : !open && !reading.strict;
    if (unapplied && reading.ignored.length < MAX_IGNORED) reading.ignored.push(path);
    if (types.length === 0) {
      if (!unapplied) accepted.push([name, member]);
    } else if (member !== null) accepted.push([name, lenient(types, member, { ...reading, path })]);
  }
  return Object.fromEntries(accepted);
}

/** The schemas that define a value's members, without wrappers such as optional or default. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  )
    return alternatives(typeOf(schema.def.innerType));
  if (schema instanceof z.ZodPipe) return alternatives(typeOf(schema.def.in));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => alternatives(typeOf(one)));
  return [schema];
}

/** Zod's typings refer to its core schemas; all schemas here are made with the classic API. */
function typeOf(schema: unknown): z.ZodType {
  return schema instanceof z.ZodType ? schema : z.unknown();
}

function joined(path: string | undefined, name: string): string {
  const part = name.slice(0, MAX_NAME);
  return path === undefined ? part : `${path}.${part}`;
}
