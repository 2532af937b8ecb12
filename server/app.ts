import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { AppModule } from './app.module.js';
import { Drain } from './core/drain.js';
import { readEnv, type Env } from './core/env.js';
import { ACCOUNT_SOURCE, type AccountSource } from './core/http/access/account.js';
import { MANAGEMENT_BODY_MB, readJsonBodies } from './core/http/bodies.js';
import { limitBodies } from './core/http/body-limits.js';
import { serveConsole } from './core/http/console-files.js';
import { addManagementHooks } from './core/http/management-hooks.js';
import { notFound } from './core/http/not-found.js';
import { clientAddressOf, readProxies, trusts } from './core/http/proxies.js';
import { RateLimits } from './core/http/rate-limits.js';
import { RequestWatch } from './core/http/watch/request-watch.js';
import { RouteTable } from './core/http/route-table.js';
import { EVERY_RESPONSE, strictTransport } from './core/http/security-headers.js';
import { PUBLIC_ADDRESS, Sessions, type PublicAddress } from './core/http/access/sessions.js';
import { requestId } from './core/ids.js';
import { ENV } from './core/injection.js';
import { AppLogger } from './core/logger.js';
import { productFolder } from './core/version.js';
import { PlaygroundUsers } from './relay/playground/playground-users.js';
import { ApiDocument } from './openapi/api-document.js';
import { consoleHosts } from './options/console-hosts.js';
import { OptionsService } from './options/options.service.js';
import { ownerOf, ownerOfToken } from './request-owner.js';
import { RelayServices } from './relay/relay-services.js';
import { Metrics } from './status/metrics/metrics.js';
import { serveMetrics } from './status/metrics/metrics-route.js';
import { TaskApis } from './tasks/http/task-apis.js';
import { taskRoutes } from './tasks/http/task-scope.js';
import { Tracing } from './relay/tracing/tracing.js';
import { serveDirectly } from './relay/http/direct-routes.js';
import { relayRoutes } from './relay/http/relay.routes.js';

/** Long enough for the largest body over a slow connection. */
const SLOWEST_REQUEST_MS = 300_000;
/** Maximum characters of one path segment; model names can be long. */
const MAX_PARAMETER_LENGTH = 300;

function noSchemas(): never {
  throw new Error('JSON schemas of Fastify are not supported: declare the schemas of a route with zod');
}

export interface AppOptions {
  /** The root module; tests pass one that adds their own controllers. */
  readonly module?: new () => object;
  /** Directory of the built console. */
  readonly webRoot?: string;
}

/** Creates the complete HTTP application, ready to listen. */
export async function createApp({
  module = AppModule,
  webRoot = join(productFolder, 'dist/web'),
}: AppOptions = {}): Promise<NestFastifyApplication> {
  const env = readEnv();
  const trustProxy = trusts(readProxies(env.TRUSTED_PROXIES));
  const adapter = new FastifyAdapter({
    bodyLimit: MANAGEMENT_BODY_MB * 1024 * 1024,
    trustProxy,
    genReqId: requestId,
    // Idle browser connections would delay the close forever. Active requests have already finished: HttpModule drains
    // first.
    forceCloseConnections: true,
    // Limits slow uploads, so that they cannot hold a socket forever. The time of responses is not limited.
    requestTimeout: SLOWEST_REQUEST_MS,
    // Longer than a load balancer keeps idle connections, which would otherwise send a request on one that closes.
    keepAliveTimeout: env.KEEP_ALIVE_TIMEOUT * 1000,
    // No route has a JSON schema of Fastify, whose compilers would be loaded here.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void reply.headers(EVERY_RESPONSE).code(404).send(notFound(request.method, request.url)),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new AppLogger(env),
  });
  try {
    const addressOf = (request: IncomingMessage) => clientAddressOf(request, trustProxy);
    const watch = RequestWatch.of(env, { addressOf, ownerOf });
    await configureApp(app, webRoot, watch);
    serveDirectly(app.getHttpServer(), app.get(RelayServices), {
      addressOf,
      watch:
        watch &&
        ((request, response, id, { token }) => watch.direct(request, response, id, ownerOfToken(token))),
    });
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

async function configureApp(
  app: NestFastifyApplication,
  webRoot: string,
  watch: RequestWatch | undefined,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  await app.get(Tracing).start();
  readJsonBodies(fastify);
  if (watch) {
    fastify.addHook('onRequest', watch.onRequest);
    app.get(Metrics).watch(watch.counts);
  }
  const accounts = { sessions: app.get(Sessions), source: app.get<AccountSource>(ACCOUNT_SOURCE) };
  const limits = app.get(RateLimits);
  // First, because the hooks that follow read sessions.
  await app.register(fastifyCookie);
  const env = app.get<Env>(ENV);
  const hsts = strictTransport(env, app.get<PublicAddress>(PUBLIC_ADDRESS));
  addManagementHooks(fastify, limits, accounts, app.get(Drain), hsts);
  limitBodies(fastify, limits, accounts);
  // The relay runs in its own scope, with raw bodies and hijacked replies; of the management hooks it needs only the
  // request id.
  await app.register(relayRoutes(app.get(RelayServices), app.get(PlaygroundUsers)));
  await app.register(taskRoutes(app.get(RelayServices), app.get(TaskApis), app.get(PlaygroundUsers)));
  serveMetrics(fastify, app.get(Metrics), env.METRICS_TOKEN);
  const options = app.get(OptionsService);
  await serveConsole(fastify, webRoot, () => consoleHosts(options));
  fastify.addHook('onRoute', app.get(RouteTable).add);
  app.get(ApiDocument).describe(app);
  await app.init();
  await fastify.ready();
}
