import type { Access } from '../core/http/access/requires.js';
import type { Route } from '../core/http/route-table.js';
import { lenientBody, type JsonSchema } from './json-schema.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

interface Media {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
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
  public: 'No sign-in required.',
  optional: 'No sign-in required; a session is taken into account.',
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
      'Rejects members of the body that are not in its schema; without it they are ignored and listed in `ignored`.',
  },
};

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

/** An operation as generated from a controller. */
interface Generated {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object | undefined>>;
}

/** Adds access, leniency and failures to a generated operation. */
export function completed(route: Route, generated: Generated, operationId: string): Operation {
  const access = route.access ?? 'root';
  const parameters = (generated.parameters ?? []) as readonly Parameter[];
  const body = generated.requestBody as Operation['requestBody'];
  const response = generated.responses['200'] as Media & { readonly description: string };
  return {
    operationId,
    tags: [tagOf(route.path)],
    summary: WHO[access],
    security: securityOf(route),
    parameters: body === undefined ? parameters : [...parameters, STRICT],
    ...(body !== undefined && { requestBody: { required: true, content: lenientContent(body) } }),
    responses: {
      '200': response,
      ...(access !== 'public' &&
        access !== 'optional' && { '401': { $ref: '#/components/responses/NotSignedIn' } }),
      '429': { $ref: '#/components/responses/TooMany' },
      default: { $ref: '#/components/responses/Failed' },
    },
  };
}

function lenientContent({ content }: Media): Media['content'] {
  const entries = Object.entries(content).map(([type, { schema }]) => [
    type,
    { schema: lenientBody(schema) },
  ]);
  return Object.fromEntries(entries) as Media['content'];
}

/** Tag of a path: `/api/user/self` → `user`, `/v1/dashboard/billing/usage` → `dashboard`. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'api' && part !== 'v1') ?? 'api';
}
