import { Injectable } from '@nestjs/common';
import { errorCodes } from '../contract/errors/codes.js';
import { RouteTable, type Route } from '../core/http/route-table.js';
import { version } from '../core/version.js';
import { operationOf, templateOf, type Operation } from './operation.js';

/** The parts of the OpenAPI 3.1 document that the code and its tests access. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Readonly<Record<string, string>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const ERROR_ANSWER = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', minLength: 1 },
    data: {},
    request_id: { type: 'string' },
    ignored: { type: 'array', items: { type: 'string' } },
    code: {
      enum: Object.keys(errorCodes),
      description: 'What happened. Codes are stable; messages may change and are not translated.',
    },
    params: {
      type: 'object',
      additionalProperties: { type: ['string', 'number'] },
      description:
        'Values that belong to the code, such as the name of a field. Validation errors name the `field` and the ' +
        '`rule` it failed. Absent for codes without values.',
    },
  },
  required: ['success', 'message', 'data', 'code'],
} as const;

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
});

const COMPONENTS = {
  schemas: { ApiError: ERROR_ANSWER },
  responses: {
    NotSignedIn: refused('Not signed in, or `New-Api-User` is not the signed-in user.'),
    TooMany: refused('Too many requests; `Retry-After` says how many seconds to wait.'),
    Refused: refused('Refused, or the gateway cannot serve requests at the moment.'),
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in.' },
    accessToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'A system access token, with or without `Bearer `.',
    },
    userId: {
      type: 'apiKey',
      in: 'header',
      name: 'New-Api-User',
      description: 'The id of the signed-in user. Pages of other sites cannot send it.',
    },
  },
} as const;

/** Generates the document of all management routes once, since routes do not change while a process runs. */
@Injectable()
export class ApiDocument {
  private made: { readonly document: OpenApi; readonly text: string } | undefined;

  constructor(private readonly routes: RouteTable) {}

  get document(): OpenApi {
    return this.make().document;
  }

  /** The document as JSON text. */
  get text(): string {
    return this.make().text;
  }

  private make() {
    if (this.made === undefined) {
      const document = documentOf(this.routes.list());
      this.made = { document, text: JSON.stringify(document) };
    }
    return this.made;
  }
}

function documentOf(routes: readonly Route[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  const names = new Map<string, number>();
  const sorted = routes
    // CORS preflight requests are not part of the API.
    .filter(({ method }) => method !== 'OPTIONS')
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const route of sorted) {
    const template = templateOf(route.path);
    const operation = operationOf(route, uniqueName(names, route.handler));
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate management API',
      version,
      description:
        'Every answer is an envelope of `success`, `message` and `data`. Handled errors answer with status 200, ' +
        '`success: false` and an error `code`; times are Unix seconds and quota is whole units. In bodies null means absent, and unknown ' +
        'members are ignored and named in `ignored`.',
    },
    paths,
    components: COMPONENTS,
  };
}

/**
 * Operation id: `TokensController.list` → `tokens_list`. A handler with several paths gets a number from the second one
 * on.
 */
function uniqueName(names: Map<string, number>, handler: string): string {
  const [controller = '', method = ''] = handler.split('.');
  const base = controller.replace(/Controller$/, '');
  const name = `${base.charAt(0).toLowerCase()}${base.slice(1)}_${method}`;
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name}_${count}`;
}
