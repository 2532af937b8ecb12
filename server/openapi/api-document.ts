import { Injectable, type INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { failureEnvelope } from '../contract/envelope.js';
import { loadDescriptions } from '../core/http/api-description.js';
import { RouteTable } from '../core/http/route-table.js';
import { version } from '../core/version.js';
import { convert } from './json-schema.js';
import { completed, templateOf, type Operation } from './operation.js';

/** The parts of the OpenAPI 3.1 document that the code and its tests access. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const DESCRIPTION =
  'Every response is an envelope of `success`, `message` and `data`. Handled rejections have status 200, ' +
  '`success: false` and an error `code`; times are Unix seconds and quota is whole units. In bodies null means absent, and unknown ' +
  'members are ignored and listed in `ignored`.';

const failed = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

interface Made {
  readonly document: OpenApi;
  /** The document as JSON. */
  readonly text: string;
}

/** The description of all management routes, generated once: routes do not change while a process runs. */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: Promise<Made> | undefined;

  constructor(private readonly routes: RouteTable) {}

  /** @param app the application whose controllers are described */
  describe(app: INestApplication): void {
    this.app = app;
  }

  read(): Promise<Made> {
    this.made ??= this.make().catch((error: unknown) => {
      this.made = undefined;
      throw error;
    });
    return this.made;
  }

  private async make(): Promise<Made> {
    if (this.app === undefined) throw new Error('the API description needs the application');
    const document = documentOf(await generated(this.app), this.routes);
    return { document, text: JSON.stringify(document) };
  }
}

/** Paths, parameters, bodies, responses and their schemas, from the decorators of the controllers. */
async function generated(app: INestApplication): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await loadDescriptions();
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Tollgate management API')
    .setVersion(version)
    .setDescription(DESCRIPTION)
    .addServer('/')
    .addCookieAuth('session', { type: 'apiKey', description: 'Set by signing in.' }, 'session')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'A system access token, with or without `Bearer `.',
      },
      'accessToken',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'New-Api-User',
        description: 'The id of the signed-in user. Pages of other sites cannot send it.',
      },
      'userId',
    )
    .build();
  return SwaggerModule.createDocument(app, config, {
    autoTagControllers: false,
    operationIdFactory: (controller, method) => {
      const base = controller.replace(/Controller$/, '');
      return `${base.charAt(0).toLowerCase()}${base.slice(1)}_${method}`;
    },
    standardSchemaConverter: (schema, { schemaType }) =>
      schema instanceof z.ZodType ? convert(schema, schemaType) : undefined,
  });
}

/** Adds what the decorators of the controllers do not state: who may call a route, and how it fails. */
function documentOf({ paths, components, ...head }: OpenAPIObject, routes: RouteTable): OpenApi {
  const described: Record<string, Record<string, Operation>> = {};
  const names = new Map<string, number>();
  const sorted = routes
    .list()
    // CORS preflight requests are not part of the API.
    .filter(({ method }) => method !== 'OPTIONS')
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const route of sorted) {
    const template = templateOf(route.path);
    const method = route.method.toLowerCase() as 'get';
    const operation = paths[template]?.[method];
    if (operation === undefined) throw new Error(`${route.method} ${template} is not described`);
    described[template] = {
      ...described[template],
      [method]: completed(route, operation, uniqueName(names, operation.operationId ?? '')),
    };
  }
  return {
    ...head,
    info: { ...head.info },
    paths: described,
    components: {
      ...components,
      schemas: { ...components?.schemas, ...convert(z.array(failureEnvelope), 'output').components },
      responses: {
        NotSignedIn: failed('Not signed in, or `New-Api-User` is not the signed-in user.'),
        TooMany: failed('Too many requests; `Retry-After` states how many seconds to wait.'),
        Failed: failed('Rejected, or the gateway cannot serve requests at the moment.'),
      },
    },
  };
}

/** A handler with several paths gets a number from the second one on. */
function uniqueName(names: Map<string, number>, name: string): string {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name}_${count}`;
}
