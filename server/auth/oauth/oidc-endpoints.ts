import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { OAuthHttpClient, parsed } from './oauth-http-client.js';
import type { Challenge } from './states.js';
import { TokenRequests } from './token-requests.js';

const token = z.object({ access_token: z.string().min(1) });

/** Result of the issuer's redirect, and what is needed to redeem its code. */
export interface OidcReturn {
  readonly code: string;
  readonly state: string;
  /** The `iss` parameter, if the issuer sends one (RFC 9207); '' otherwise. */
  readonly issuer: string;
  readonly redirectUri: string;
  /** Absent if the console built the authorization URL itself. */
  readonly challenge?: Challenge | undefined;
}

/**
 * An OpenID provider configured by its three endpoints only (`oidc.*_endpoint`), as in imported installations. Its keys
 * are unknown, so the identity comes from the user info endpoint alone.
 */
@Injectable()
export class OidcEndpoints {
  constructor(
    private readonly options: OptionsService,
    private readonly outgoing: OAuthHttpClient,
    private readonly tokens: TokenRequests,
  ) {}

  authorization(parameters: Readonly<Record<string, string>>): string {
    const url = new URL(required(this.options.get('oidc.authorization_endpoint')));
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  async userInfo({ code, redirectUri, challenge }: OidcReturn): Promise<unknown> {
    const endpoint = required(this.options.get('oidc.token_endpoint'));
    const granted = await reached(this.tokens.oidc(endpoint, code, redirectUri, challenge?.verifier));
    const answer = token.safeParse(parsed(granted.text));
    if (!answer.success) throw new ApiError('oidc_token_failed', {}, { cause: `status ${granted.status}` });
    const info = await reached(
      this.outgoing.bearing(required(this.options.get('oidc.user_info_endpoint')), answer.data.access_token),
    );
    if (info.status !== 200) throw new ApiError('oidc_user_failed', {}, { cause: `status ${info.status}` });
    return parsed(info.text);
  }
}

function required(endpoint: string): string {
  if (endpoint === '') throw new ApiError('oidc_unreachable', {}, { cause: 'an endpoint is not set' });
  return endpoint;
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new ApiError('oidc_unreachable', {}, { cause });
  }
}
