import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Env } from '../../core/env.js';
import { isLoopback } from '../../core/http/proxies.js';
import { ENV, REDIS } from '../../core/injection.js';

/** How long a link works, unless the setup is completed before. */
const LIFETIME_SECONDS = 86_400;
const ANY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/**
 * Links to the setup of a gateway that others can reach and that has no super administrator: only who reads the output of
 * the server may complete it. Every start makes another link; all of the last 24 hours work, so that several servers can
 * start at once.
 */
@Injectable()
export class SetupLinks {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Whether the setup needs a link: not on this machine alone, nor where the operator leaves it to the first visitor. */
  get areRequired(): boolean {
    return !isLoopback(this.env.HOST) && !this.env.SETUP_WIZARD;
  }

  /** Makes a link, of which only a hash is stored. @throws if Redis is away */
  async create(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.redis.set(keyOf(token), '1', 'EX', LIFETIME_SECONDS);
    return `${this.address()}/setup?token=${token}`;
  }

  async isValid(token: string): Promise<boolean> {
    return token !== '' && (await this.redis.exists(keyOf(token))) === 1;
  }

  /** The option ServerAddress cannot be set yet. */
  private address(): string {
    const { HOST, PORT } = this.env;
    if (ANY_ADDRESS.includes(HOST)) return `http://localhost:${PORT}`;
    return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
  }
}

function keyOf(token: string): string {
  return `setupLink:${createHash('sha256').update(token).digest('base64url')}`;
}
