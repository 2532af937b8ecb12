import type {} from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from './proxies.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './sessions.js';

const COOKIE = 'device';
const ID = /^[\w-]{43}$/;
const LIFETIME_SECONDS = 180 * 86_400;

/** Where a sign-in comes from. */
export interface ClientOrigin {
  readonly address: string;
  /** Of the browser: from its cookie, or a fresh one that nobody knows yet. */
  readonly device: string;
}

/** Recognizes browsers that signed in before: a random id in a cookie that outlives sessions and signs nobody in. */
@Injectable()
export class Devices {
  constructor(@Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress) {}

  originOf(request: FastifyRequest): ClientOrigin {
    const known = request.cookies[COOKIE];
    const device = known !== undefined && ID.test(known) ? known : randomBytes(32).toString('base64url');
    return { address: clientAddress(request), device };
  }

  /** To be called when a sign-in succeeded. */
  remember(request: FastifyRequest, reply: FastifyReply, { device }: ClientOrigin): void {
    reply.setCookie(COOKIE, device, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https' || this.publicAddress().startsWith('https://'),
      maxAge: LIFETIME_SECONDS,
    });
  }
}
