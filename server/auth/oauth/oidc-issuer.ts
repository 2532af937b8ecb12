import { Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { OAuthHttpClient } from './oauth-http-client.js';

/** How long the issuer's metadata and keys are cached. */
const FRESH_MS = 300_000;
const TIMEOUT_SECONDS = 5;

/** The client library, loaded with the first sign-in. */
export const loadOpenId = () => import('openid-client');

/** The issuer of the option `oidc.well_known`, by OpenID discovery. */
@Injectable()
export class OidcIssuer {
  private cached: { settings: string; until: number; issuer: Promise<Configuration> } | undefined;

  constructor(
    private readonly options: OptionsService,
    private readonly outgoing: OAuthHttpClient,
  ) {}

  /**
   * Loads the issuer's metadata; undefined if no discovery URL is set.
   * @param fresh reads it again even if it is cached
   * @throws ApiError oidc_unreachable
   */
  async discover({ fresh = false } = {}): Promise<Configuration | undefined> {
    const wellKnown = this.options.get('oidc.well_known');
    if (wellKnown === '') return undefined;
    const id = this.options.get('oidc.client_id');
    const secret = this.options.get('oidc.client_secret');
    const settings = JSON.stringify([wellKnown, id, secret]);
    if (fresh || this.cached?.settings !== settings || this.cached.until < Date.now()) {
      const issuer = this.read(new URL(wellKnown), id, secret);
      const cached = { settings, until: Date.now() + FRESH_MS, issuer };
      this.cached = cached;
      // A failed discovery is not cached; this call still reports the failure below.
      issuer.catch(() => {
        if (this.cached === cached) this.cached = undefined;
      });
    }
    try {
      return await this.cached.issuer;
    } catch (cause) {
      throw new ApiError('oidc_unreachable', {}, { cause });
    }
  }

  private async read(wellKnown: URL, clientId: string, secret: string): Promise<Configuration> {
    // The super administrator may configure plain http, for an issuer in a private network.
    const plain = wellKnown.protocol === 'http:';
    const openid = await loadOpenId();
    const { allowInsecureRequests, enableNonRepudiationChecks } = openid;
    return openid.discovery(wellKnown, clientId, undefined, clientAuth(openid, secret), {
      [openid.customFetch]: (url: string, options: CustomFetchOptions) => this.fetch(url, options),
      timeout: TIMEOUT_SECONDS,
      execute: plain ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
    });
  }

  /** Sends the library's requests through the guarded HTTP client. */
  private async fetch(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const form = body instanceof URLSearchParams ? body.toString() : body;
    if (form !== undefined && form !== null && typeof form !== 'string')
      throw new Error('a body that is not a form');
    const sent = this.outgoing.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(form ? { body: form } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = await sent.catch((cause: unknown) => {
      throw new ApiError('oidc_unreachable', {}, { cause });
    });
    return new Response(answer.text === '' ? null : answer.text, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  }
}

/** Sends the client secret in the form, unless the issuer supports only the header. */
function clientAuth(
  { ClientSecretBasic, ClientSecretPost }: typeof import('openid-client'),
  secret: string,
): ClientAuth {
  const inForm = ClientSecretPost(secret);
  const inHeader = ClientSecretBasic(secret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const way = ways === undefined || ways.includes('client_secret_post') ? inForm : inHeader;
    way(server, ...rest);
  };
}
