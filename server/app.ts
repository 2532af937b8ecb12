import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { AppModule } from './app.module.js';
import { scriptHosts } from './auth/script-hosts.js';
import { Drain } from './core/drain.js';
import { readEnv } from './core/env.js';
import { ACCOUNT_SOURCE, type AccountSource } from './core/http/account.js';
import { MANAGEMENT_BODY_MB, readJsonBodies } from './core/http/bodies.js';
import { limitBodies } from './core/http/body-limits.js';
import { serveConsole } from './core/http/console-files.js';
import { addManagementHooks } from './core/http/management-hooks.js';
import { notFound } from './core/http/not-found.js';
import { readProxies, trusts } from './core/http/proxies.js';
import { RateLimits } from './core/http/rate-limits.js';
import { PUBLIC_ADDRESS, Sessions, type PublicAddress } from './core/http/sessions.js';
import { requestId } from './core/ids.js';
import { AppLogger } from './core/logger.js';
import { PlaygroundUsers } from './relay/playground/playground-users.js';
import { OptionsService } from './options/options.service.js';
import { RelayServices } from './relay/relay-services.js';
import { relayRoutes } from './relay/http/relay.routes.js';

/** Enough for the largest body over a poor line. */
const SLOWEST_REQUEST_MS = 300_000;
/** Characters of one part of a path; names of models can be long. */
const MAX_PARAMETER_LENGTH = 300;

export interface AppOptions {
  /** The root module; tests put controllers of their own beside the real ones. */
  readonly module?: new () => object;
  /** Where the built console lies. */
  readonly webRoot?: string;
}

/** The whole HTTP application, ready to listen. */
export async function createApp({
  module = AppModule,
  webRoot = join(process.cwd(), 'dist/web'),
}: AppOptions = {}): Promise<NestFastifyApplication> {
  const env = readEnv();
  const adapter = new FastifyAdapter({
    bodyLimit: MANAGEMENT_BODY_MB * 1024 * 1024,
    trustProxy: trusts(readProxies(env.TRUSTED_PROXIES)),
    genReqId: requestId,
    // Idle sockets of browsers would hold the close for ever; those at work were waited for (HttpModule drains first).
    forceCloseConnections: true,
    // Whoever sends a request slowly does not hold a socket for ever; answers may take as long as they need.
    requestTimeout: SLOWEST_REQUEST_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void reply.code(404).send(notFound(request.method, request.url)),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new AppLogger({ logLevels: ['fatal', 'error', 'warn', 'log'] }),
  });
  try {
    await configureApp(app, webRoot);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

async function configureApp(app: NestFastifyApplication, webRoot: string): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  readJsonBodies(fastify);
  addManagementHooks(fastify, app.get(RateLimits), app.get(Drain), app.get<PublicAddress>(PUBLIC_ADDRESS));
  const accounts = { sessions: app.get(Sessions), source: app.get<AccountSource>(ACCOUNT_SOURCE) };
  limitBodies(fastify, app.get(RateLimits), accounts);
  // The relay's own scope: raw bodies, hijacked replies, nothing of the management API but the request id. Before the
  // cookies, whose hooks it would have otherwise.
  await app.register(relayRoutes(app.get(RelayServices), app.get(PlaygroundUsers)));
  await app.register(fastifyCookie);
  const options = app.get(OptionsService);
  await serveConsole(fastify, webRoot, () => scriptHosts(options));
  await app.init();
  await fastify.ready();
}
