import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { clearCookie, cookieValues, setCookie, type ConsoleCookie } from '../../core/http/access/cookies.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { REDIS } from '../../core/injection.js';
import type { ChallengeHolder } from '../../users/second-factor/passkey-challenges.js';

const STEP_COOKIE: ConsoleCookie = { name: 'second_step', path: '/api' };
const ID = /^[\w-]{43}$/;
const LIFETIME_SECONDS = 300;
/** Proofs that may be tried per sign-in. */
const TRIES = 5;

/** How the first step of a sign-in was taken. */
export const SIGN_IN_METHODS = ['password', 'third_party'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

const stored = z.object({
  userId: z.int().positive(),
  /** Session version of the account: a new password ends the sign-in. */
  version: z.int(),
  method: z.enum(SIGN_IN_METHODS),
});

/** A sign-in that waits for its second step. */
export interface PendingSignIn extends z.infer<typeof stored> {
  /** Key of the record. */
  readonly key: string;
  /** Who challenges of passkeys are issued to. */
  readonly holder: ChallengeHolder;
}

/**
 * Sign-ins between their two steps: valid for one use within five minutes by the browser that took the first step, with five tries.
 */
@Injectable()
export class PendingSignIns {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** Stores that the first step was taken. */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    pending: Omit<PendingSignIn, 'key' | 'holder'>,
  ): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(id), JSON.stringify(pending), 'EX', LIFETIME_SECONDS);
    setCookie(request, reply, this.publicAddress(), STEP_COOKIE, id, LIFETIME_SECONDS);
  }

  /** The sign-in of this browser. @throws ApiError second_step_expired */
  async read(request: FastifyRequest): Promise<PendingSignIn> {
    const [id = ''] = cookieValues(request, STEP_COOKIE);
    const key = keyOf(id);
    const text = ID.test(id) ? await this.redis.get(key) : null;
    if (text === null) throw new ApiError('second_step_expired');
    return { ...stored.parse(JSON.parse(text)), key, holder: `second-step:${id}` };
  }

  /** Counts a try before the proof is checked. @throws ApiError second_step_expired after the last one, which ends the sign-in */
  async countTry({ key }: PendingSignIn): Promise<void> {
    const tries = `${key}:tries`;
    const count = await this.redis.incr(tries);
    if (count === 1) await this.redis.expire(tries, LIFETIME_SECONDS);
    if (count <= TRIES) return;
    await this.redis.del(key);
    throw new ApiError('second_step_expired');
  }

  /** Uses the sign-in up. @throws ApiError second_step_expired if another request was faster */
  async take(request: FastifyRequest, reply: FastifyReply, { key }: PendingSignIn): Promise<void> {
    if ((await this.redis.del(key)) !== 1) throw new ApiError('second_step_expired');
    clearCookie(request, reply, this.publicAddress(), STEP_COOKIE);
  }
}

/** Keys contain a hash, so that access to Redis does not allow signing in. */
function keyOf(id: string): string {
  return `pendingSignIn:${createHash('sha256').update(id).digest('base64url')}`;
}
