import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { OptionsService } from '../../options/options.service.js';
import { OAuthHttpClient } from './oauth-http-client.js';

/** The client at an identity provider, as the options have it. */
interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/**
 * Redeems authorization codes (RFC 6749, 4.1.3) with the client of the options. Answers of any status are returned.
 * @throws any network or egress error
 */
@Injectable()
export class TokenRequests {
  constructor(
    private readonly options: OptionsService,
    private readonly http: OAuthHttpClient,
    @Inject(ENV) private readonly env: Env,
  ) {}

  get githubClient(): OAuthClient {
    return { id: this.options.get('GitHubClientId'), secret: this.options.get('GitHubClientSecret') };
  }

  get linuxdoClient(): OAuthClient {
    return { id: this.options.get('LinuxDOClientId'), secret: this.options.get('LinuxDOClientSecret') };
  }

  get oidcClient(): OAuthClient {
    return { id: this.options.get('oidc.client_id'), secret: this.options.get('oidc.client_secret') };
  }

  /** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
  github(code: string) {
    const { id, secret } = this.githubClient;
    return this.http.form(`${this.env.GITHUB_OAUTH_ADDRESS}/login/oauth/access_token`, {
      grant_type: 'authorization_code',
      client_id: id,
      client_secret: secret,
      code,
    });
  }

  /** https://connect.linux.do */
  linuxdo(code: string, redirectUri: string) {
    const { id, secret } = this.linuxdoClient;
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    return this.http.form(
      this.env.LINUX_DO_TOKEN_ENDPOINT,
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { authorization: `Basic ${basic}` },
    );
  }

  /** At an OpenID provider that is configured by its endpoints. @param verifier of PKCE, if the sign-in began with a challenge */
  oidc(endpoint: string, code: string, redirectUri: string, verifier?: string) {
    const { id, secret } = this.oidcClient;
    return this.http.form(endpoint, {
      client_id: id,
      client_secret: secret,
      code,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      ...(verifier !== undefined && { code_verifier: verifier }),
    });
  }
}
