import type { Access } from '../core/http/requires.js';
import type { Route, RouteInput } from '../core/http/route-table.js';
import { bodySchema, jsonSchema, type JsonSchema } from './json-schema.js';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema | boolean;
}

interface Media {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema | boolean }>>;
}

/** OpenAPI operation of one route. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Media & { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly description: string } | { readonly $ref: string }>>;
}

const WHO: Readonly<Record<Access, string>> = {
  public: 'Anyone.',
  optional: 'Anyone; a session is taken into account.',
  session: 'Signed-in users, by session only.',
  user: 'Signed-in users.',
  admin: 'Administrators.',
  root: 'Super administrators.',
};

/** Request bodies are parsed leniently unless the client sends this header. */
const STRICT: Parameter = {
  name: 'X-Strict',
  in: 'header',
  required: false,
  schema: {
    const: '1',
    description:
      'Refuses members of the body that are not in its schema; without it they are ignored and named in `ignored`.',
  },
};

/** Dotted paths of request members that are in no schema. */
const IGNORED: JsonSchema = { type: 'array', items: { type: 'string' }, minItems: 1 };

const BY_COOKIE = { session: [] };
const BY_SESSION = { session: [], userId: [] };
const BY_SESSION_OR_TOKEN: Operation['security'] = [BY_SESSION, { accessToken: [], userId: [] }];

/** Security schemes accepted by a route. */
function securityOf({ access, effects }: Route): Operation['security'] {
  if (effects.opensSession) return [{ userId: [] }];
  if (access === 'public') return effects.changesSession ? [{}, BY_SESSION] : [];
  if (access === 'optional') return [{}, BY_SESSION];
  if (access !== 'session') return BY_SESSION_OR_TOKEN;
  return effects.writes && !effects.navigated ? [BY_SESSION] : [BY_COOKIE];
}

/** Converts a router path, `/api/token/:id`, to an OpenAPI path, `/api/token/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

export function operationOf(route: Route, operationId: string): Operation {
  const access = route.access ?? 'root';
  const body = bodyOf(route);
  return {
    operationId,
    tags: [tagOf(route.path)],
    summary: WHO[access],
    security: securityOf(route),
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route),
      ...(body === undefined ? [] : [STRICT]),
    ],
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      '200': { description: 'A handled outcome, refusals included.', ...answerOf(route) },
      ...(access !== 'public' &&
        access !== 'optional' && { '401': { $ref: '#/components/responses/NotSignedIn' } }),
      '429': { $ref: '#/components/responses/TooMany' },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

/** Tag of a path: `/api/user/self` → `user`, `/v1/dashboard/billing/usage` → `dashboard`. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'api' && part !== 'v1') ?? 'api';
}

function answerOf({ answer }: Route): Media {
  if (answer !== undefined && 'contentType' in answer) {
    const schema =
      answer.body === undefined ? { type: 'string' as const } : jsonSchema(answer.body, 'output');
    return { content: { [answer.contentType]: { schema } } };
  }
  const extras = Object.entries(answer?.extras ?? {});
  const success: JsonSchema = {
    type: 'object',
    properties: {
      success: { const: true },
      message: { type: 'string' },
      data: answer === undefined ? {} : jsonSchema(answer.data, 'output'),
      ...Object.fromEntries(extras.map(([name, schema]) => [name, jsonSchema(schema, 'output')])),
      ignored: IGNORED,
    },
    required: [
      'success',
      'message',
      'data',
      ...extras.filter(([, schema]) => !schema.safeParse(undefined).success).map(([name]) => name),
    ],
    additionalProperties: false,
  };
  return {
    content: {
      'application/json': { schema: { anyOf: [success, { $ref: '#/components/schemas/ApiError' }] } },
    },
  };
}

function bodyOf({ inputs }: Route): JsonSchema | undefined {
  const whole = inputs.filter((input) => input.in === 'body' && input.name === undefined);
  const described = whole.find(({ schema }) => schema !== undefined)?.schema;
  if (described !== undefined) return bodySchema(described);
  return whole.length > 0 ? {} : undefined;
}

function pathParameters({ path, inputs }: Route): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = inputs.find((input) => input.in === 'path' && input.name === name)?.schema;
    const schema = known === undefined ? undefined : jsonSchema(known, 'input');
    return { name, in: 'path', required: true, schema: isSaying(schema) ? schema : { type: 'string' } };
  });
}

function isSaying(schema: JsonSchema | undefined): schema is JsonSchema {
  return schema !== undefined && Object.keys(schema).length > 0;
}

/** A query schema is an object with one member per parameter. For repeated parameters the first description is used. */
function queryParameters({ inputs }: Route): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const input of inputs.filter((one) => one.in === 'query')) {
    for (const parameter of parametersOf(input))
      if (!found.has(parameter.name)) found.set(parameter.name, parameter);
  }
  return [...found.values()];
}

function parametersOf({ name, schema }: RouteInput): Parameter[] {
  const shape = schema === undefined ? {} : jsonSchema(schema, 'input');
  if (name !== undefined)
    return [{ name, in: 'query', required: false, schema: isSaying(shape) ? shape : { type: 'string' } }];
  return Object.entries(shape.properties ?? {}).map(([property, value]) => ({
    name: property,
    in: 'query',
    required: shape.required?.includes(property) ?? false,
    schema: value,
  }));
}
