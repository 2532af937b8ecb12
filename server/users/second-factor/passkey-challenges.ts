import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { SignedIn } from '../../core/http/access/account.js';
import { REDIS } from '../../core/injection.js';

const LIFETIME_SECONDS = 300;

/** How long browsers wait for their user. */
export const CEREMONY_TIMEOUT_MS = LIFETIME_SECONDS * 1000;

const stored = z.object({
  challenge: z.string(),
  /** Name and user handle of a passkey that is being added. */
  name: z.string().default(''),
  userHandle: z.string().default(''),
});
export type Challenge = z.infer<typeof stored>;

/** Who a challenge was issued to, and for what; no other holder can use it. */
export type ChallengeHolder =
  `register:${string}` | `session:${string}` | `second-step:${string}` | `sign-in:${string}`;

/** The session of an account that proves its passkey again. */
export function sessionHolder({ id, session }: Pick<SignedIn, 'id' | 'session'>): ChallengeHolder {
  return `session:${id}:${session?.ref ?? ''}`;
}

/** Challenges of passkeys: valid once within five minutes, the last one of each holder. */
@Injectable()
export class PasskeyChallenges {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** @returns the challenge, base64url */
  async issue(holder: ChallengeHolder, added: Partial<Omit<Challenge, 'challenge'>> = {}): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(holder), JSON.stringify({ ...added, challenge }), 'EX', LIFETIME_SECONDS);
    return challenge;
  }

  /** Consumes the challenge of a holder, also if the answer to it turns out to be wrong. */
  async take(holder: ChallengeHolder): Promise<Challenge | undefined> {
    const text = await this.redis.getdel(keyOf(holder));
    return text === null ? undefined : stored.parse(JSON.parse(text));
  }
}

/** Holders contain secrets of browsers. */
function keyOf(holder: ChallengeHolder): string {
  return `passkeyChallenge:${createHash('sha256').update(holder).digest('base64url')}`;
}
