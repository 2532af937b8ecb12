import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieValues, setCookie, type ConsoleCookie } from './cookies.js';
import { clientAddress, isLoopback } from '../proxies.js';
import { PUBLIC_ADDRESS, type PublicAddress } from './sessions.js';

const DEVICE_COOKIE: ConsoleCookie = { name: 'device', path: '/api' };
const ID = /^[\w-]{43}$/;
/** Headers that reverse proxies add. */
const FORWARDING = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'via',
  'x-forwarded-host',
  'x-forwarded-proto',
];
const LIFETIME_SECONDS = 180 * 86_400;

/** Origin of a sign-in attempt. */
export interface ClientOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The client is on this machine, as far as it says itself: no proxy has forwarded the request. */
  readonly isLocal: boolean;
  /** Browser id: from its cookie, or a new one if the browser has none. */
  readonly device: string;
}

/**
 * Recognizes browsers that signed in before, by a random id in a cookie. The cookie outlives sessions and does not
 * authenticate.
 */
@Injectable()
export class Devices {
  constructor(@Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress) {}

  originOf(request: FastifyRequest): ClientOrigin {
    const [cookie] = cookieValues(request, DEVICE_COOKIE);
    const device = cookie !== undefined && ID.test(cookie) ? cookie : randomBytes(32).toString('base64url');
    const address = clientAddress(request);
    const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined);
    const { 'user-agent': userAgent = '' } = request.headers;
    return {
      address,
      device,
      userAgent,
      requestId: request.id,
      isLocal: !isForwarded && isLoopback(address),
    };
  }

  /** Stores the device cookie; call it after a successful sign-in. */
  remember(request: FastifyRequest, reply: FastifyReply, { device }: ClientOrigin): void {
    setCookie(request, reply, this.publicAddress(), DEVICE_COOKIE, device, LIFETIME_SECONDS);
  }
}
