import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { randomText, sameSecret } from '../../core/crypto.js';
import { cookieValues, setCookie, type ConsoleCookie } from '../../core/http/access/cookies.js';
import type { OneTimeStates } from '../../core/http/access/request-source.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { REDIS } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { providerNames, type ProviderName } from './providers.js';

const STATE_COOKIE: ConsoleCookie = { name: 'oauth_state', path: '/api/oauth' };
const BROWSER_ID = /^[\w-]{43}$/;
const LIFETIME_SECONDS = 600;
/** Length that clients of this API expect: 71 bits, valid for one use by one browser within ten minutes. */
const STATE_LENGTH = 12;

const stored = z.object({
  /** Hash of the cookie of the browser that started the flow. */
  browser: z.string(),
  /** Account to bind the identity to; 0 = sign-in. */
  userId: z.int(),
  /** Provider the state is valid for; '' if the client named none, and the state is valid for any provider. */
  provider: z.enum(['', ...providerNames]),
  /** Invitation code. */
  invitation: z.string(),
  /** Values that OIDC needs again when the browser returns. */
  challenge: z.object({ verifier: z.string(), nonce: z.string(), redirectUri: z.string() }).optional(),
});

/** What is stored when a sign-in starts. */
export type Started = z.infer<typeof stored>;
export type Challenge = NonNullable<Started['challenge']>;

/**
 * States of redirect sign-ins: random, valid once within ten minutes, and only for the browser that started the flow,
 * for the same action (sign-in, or binding to one account) and for the named provider.
 */
@Injectable()
export class OauthStates implements OneTimeStates {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress,
  ) {}

  /** Creates a state without storing it, because the record to store may depend on it. */
  create(): string {
    return randomText(STATE_LENGTH);
  }

  /** Stores the state, and sets the cookie that identifies the browser. */
  async store(
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
    started: Omit<Started, 'browser'>,
  ): Promise<void> {
    // A browser may start several flows in different tabs; they share its cookie.
    const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
    const record: Started = { ...started, browser: digest(browser) };
    await this.redis.set(keyOf(state), JSON.stringify(record), 'EX', LIFETIME_SECONDS);
    setCookie(request, reply, this.publicAddress(), STATE_COOKIE, browser, LIFETIME_SECONDS);
  }

  async use(
    request: FastifyRequest,
    state: string,
    expected: { readonly provider: ProviderName; readonly userId: number },
  ): Promise<void> {
    await this.take(request, state, expected);
  }

  /**
   * Consumes a state, also if it does not match, and returns its record.
   * @throws ApiError oauth_state_wrong
   */
  async take(
    request: FastifyRequest,
    state: string,
    expected: { readonly provider: ProviderName; readonly userId: number },
  ): Promise<Started> {
    const text = state === '' ? null : await this.redis.getdel(keyOf(state));
    const started = text === null ? undefined : stored.parse(JSON.parse(text));
    if (
      started === undefined ||
      !sameSecret(started.browser, digest(browserOf(request) ?? '')) ||
      started.userId !== expected.userId ||
      (started.provider !== '' && started.provider !== expected.provider)
    )
      throw new ApiError('oauth_state_wrong');
    return started;
  }
}

function browserOf(request: FastifyRequest): string | undefined {
  const [value] = cookieValues(request, STATE_COOKIE);
  return value !== undefined && BROWSER_ID.test(value) ? value : undefined;
}

function keyOf(state: string): string {
  return `oauthState:${digest(state)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
