import type {} from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { REDIS } from '../injection.js';

const COOKIE = 'session';
/** 30 days from signing in; use does not extend it. */
const LIFETIME_SECONDS = 2_592_000;

const stored = z.object({ userId: z.int().positive(), version: z.int() });

/** What a session says: who, and which version of that account's sessions it belongs to. Everything else is in the user row. */
export type Session = z.infer<typeof stored>;

/** The address people open the console at (option ServerAddress); a feature provides it. */
export type PublicAddress = () => string;
export const PUBLIC_ADDRESS = Symbol('public address');

/** Sessions of the console: an opaque random id in a cookie, its meaning in Redis under a hash of that id. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** Signs in with a fresh id, so an id known before signing in is worth nothing after it. */
  async open(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    const earlier = request.cookies[COOKIE];
    const id = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(id), JSON.stringify(session), 'EX', LIFETIME_SECONDS);
    if (earlier !== undefined) await this.redis.del(keyOf(earlier));
    reply.setCookie(COOKIE, id, { ...this.attributes(request), maxAge: LIFETIME_SECONDS });
  }

  /** The session of a request, if it has one. Whether it still counts is for the user row to say. */
  async read(request: FastifyRequest): Promise<Session | undefined> {
    const id = request.cookies[COOKIE];
    if (id === undefined || id === '') return undefined;
    const text = await this.redis.get(keyOf(id));
    return text === null ? undefined : stored.parse(JSON.parse(text));
  }

  /** Signs out; the cookie goes even when there is nothing behind it. */
  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = request.cookies[COOKIE];
    reply.clearCookie(COOKIE, this.attributes(request));
    if (id !== undefined) await this.redis.del(keyOf(id));
  }

  private attributes(request: FastifyRequest) {
    const secure = request.protocol === 'https' || this.publicAddress().startsWith('https://');
    return { path: '/', httpOnly: true, sameSite: 'strict' as const, secure };
  }
}

/** Whoever reads Redis, or a copy of it, cannot sign in with what stands there. */
function keyOf(id: string): string {
  return `session:${createHash('sha256').update(id).digest('base64url')}`;
}
