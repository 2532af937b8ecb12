import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { ApiError } from '../api-error.js';
import type { AccountSource } from './account.js';
import type { RateLimits } from './rate-limits.js';
import { sessionAccount } from './session-account.js';
import type { Sessions } from './sessions.js';

/** Largest body that is read of somebody who is not signed in, bytes. Forms of the console are below 4 KiB. */
export const PUBLIC_BODY_BYTES = 64 * 1024;
/** Milliseconds for a body up to that size. Larger ones have the time of a whole request. */
const SMALL_BODY_MS = 20_000;

/** Who may send large bodies. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly source: AccountSource;
}

/**
 * What a management request may cost before its route runs: critical routes are counted before anything of the body is
 * read, public ones read 64 KiB at most, and all others read more only of somebody who is signed in. Must be called
 * before the routes are registered.
 * @param smallBodyMs milliseconds within which a body of up to 64 KiB has to be there
 */
export function limitBodies(
  fastify: FastifyInstance,
  limits: RateLimits,
  accounts: Accounts,
  smallBodyMs = SMALL_BODY_MS,
): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const { access, critical } = route.config ?? {};
    // Not a management route: the relay and the console's files have rules of their own.
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

/** Bytes of the body, as announced; Infinity when it comes in chunks. */
function announcedLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/** Whether the account may call the route is for the guard to say; a body in memory is not given to strangers. */
async function isSignedIn(request: FastifyRequest, { sessions, source }: Accounts): Promise<boolean> {
  if ((await sessionAccount(request, sessions, source)) !== undefined) return true;
  const token = request.headers.authorization?.replace('Bearer ', '').trim();
  return !!token && (await source.byAccessToken(token)) !== undefined;
}

function inTime(payload: Readable, milliseconds: number): TimedBody {
  const body = new TimedBody(milliseconds);
  payload.on('error', (problem) => body.destroy(problem));
  // A refused body has no reader, and no failure of it may end the process.
  body.on('error', () => payload.unpipe(body));
  payload.pipe(body);
  return body;
}

/** A body that fails with status 408 when it is not whole in time. */
class TimedBody extends Transform {
  /** Fastify compares it with Content-Length. */
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
