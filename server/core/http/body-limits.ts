import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { ApiError } from '../../contract/errors/api-error.js';
import type { AccountSource } from './access/account.js';
import { bearerOf } from './access/bearer.js';
import { clientAddress } from './proxies.js';
import type { RateLimits } from './rate-limits.js';
import { sessionAccount } from './access/session-account.js';
import type { Sessions } from './access/sessions.js';

/** Largest body of an unauthenticated client, bytes. Forms of the console are below 4 KiB. */
export const PUBLIC_BODY_BYTES = 64 * 1024;
/** Time for a body of up to that size, milliseconds. Larger bodies have the time of a whole request. */
const SMALL_BODY_MS = 20_000;

/** What is needed to authenticate clients before their route runs. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly source: AccountSource;
}

/**
 * Limits the cost of a management request before its route runs: critical routes are rate limited before any of the
 * body is read, public routes read at most 64 KiB, and all others read larger bodies only from authenticated clients.
 * Call this before the routes are registered.
 * @param smallBodyMs time within which a body of up to 64 KiB must arrive, milliseconds
 */
export function limitBodies(
  fastify: FastifyInstance,
  limits: RateLimits,
  accounts: Accounts,
  smallBodyMs = SMALL_BODY_MS,
): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const { access, critical } = route.config ?? {};
    // Not a management route: the relay and the console's files have their own limits.
    if (access === undefined) return;
    const isPublic = access === 'public' || access === 'optional';
    if (isPublic) route.bodyLimit = PUBLIC_BODY_BYTES;
    if (critical === true)
      route.onRequest = [
        ...[route.onRequest ?? []].flat(),
        (request: FastifyRequest) => limits.countCritical(request),
      ];
    route.preParsing = [
      ...[route.preParsing ?? []].flat(),
      async (request: FastifyRequest, _reply: unknown, payload: Readable) => {
        const length = announcedLength(request.raw);
        if (length === 0) return payload;
        if (isPublic || length <= PUBLIC_BODY_BYTES) return inTime(payload, smallBodyMs);
        if (!(await isSignedIn(request, accounts))) throw new ApiError('not_signed_in');
        return payload;
      },
    ];
  });
}

/** Body size from Content-Length; Infinity for a chunked body. */
function announcedLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/**
 * Authentication only, so that anonymous clients cannot make the server buffer a large body; the guard authorizes the
 * call.
 */
async function isSignedIn(request: FastifyRequest, { sessions, source }: Accounts): Promise<boolean> {
  if ((await sessionAccount(request, sessions, source)) !== undefined) return true;
  const token = bearerOf(request);
  return !!token && (await source.byBearer(token, clientAddress(request))) !== undefined;
}

function inTime(payload: Readable, milliseconds: number): TimedBody {
  const body = new TimedBody(milliseconds);
  payload.on('error', (problem) => body.destroy(problem));
  // The body of a rejected request has no reader; without this handler its error would end the process.
  body.on('error', () => payload.unpipe(body));
  payload.pipe(body);
  return body;
}

/** A body stream that fails with status 408 if it is not complete in time. */
class TimedBody extends Transform {
  /** Fastify compares this with Content-Length. */
  receivedEncodedLength = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    super();
    const late = () => this.destroy(Object.assign(new ApiError('request_too_slow'), { statusCode: 408 }));
    this.timer = setTimeout(late, milliseconds).unref();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.timer);
    done();
  }

  override _destroy(problem: Error | null, done: (problem?: Error | null) => void): void {
    clearTimeout(this.timer);
    done(problem);
  }
}
