import { Inject, Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../core/http/proxies.js';
import { PUBLIC_ADDRESS, type PublicAddress } from '../../core/http/access/sessions.js';
import { ApiError } from '../../contract/errors/api-error.js';

/** The site that passkeys belong to (https://www.w3.org/TR/webauthn-3/#relying-party). */
export interface RelyingParty {
  /** Domain. */
  readonly id: string;
  /** Origin of the console. */
  readonly origin: string;
}

/** Finds the domain of passkeys: of the public address, or of the request where none is set or it is of this machine. */
@Injectable()
export class RelyingParties {
  constructor(@Inject(PUBLIC_ADDRESS) private readonly publicAddress: PublicAddress) {}

  /** @throws ApiError passkey_needs_domain */
  of(request: FastifyRequest): RelyingParty {
    const party =
      partyOf(this.publicAddress(), false) ?? partyOf(`${request.protocol}://${request.host}`, true);
    if (party === undefined) throw new ApiError('passkey_needs_domain');
    return party;
  }
}

function partyOf(address: string, takesLoopback: boolean): RelyingParty | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  // Browsers accept no IP addresses, https://www.w3.org/TR/webauthn-3/#rp-id
  if (host === '' || isIP(host) !== 0) return undefined;
  const isOfThisMachine = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
  return isOfThisMachine && !takesLoopback ? undefined : { id: host, origin };
}
