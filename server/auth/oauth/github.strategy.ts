import { Inject, Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-github2';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { OAuthHttpClient, parsed } from './oauth-http-client.js';
import type { Identity } from './providers.js';
import { TokenRequests } from './token-requests.js';

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const granted = z.object({ access_token: z.string().min(1) });
/** A profile in the format of passport-github2. */
const githubProfile = z.object({
  id: z.string().regex(/^[1-9]\d{0,18}$/),
  username: z.string().min(1),
  displayName: z.string().nullish().catch(undefined),
});
/** https://docs.github.com/en/rest/users/emails */
const emails = z.array(
  z.object({ email: z.email(), primary: z.boolean(), verified: z.boolean() }).nullable().catch(null),
);

/** Callback of the library: an error, or the access token or text that was requested. */
type Done = (error: unknown, result?: string) => void;

/**
 * Identifies users by GitHub OAuth with passport-github2. Passport is one per process: of several applications in a
 * process (tests), the one created last signs in by GitHub.
 */
@Injectable()
export class GithubStrategy extends PassportStrategy(Strategy, 'github') {
  private readonly logger = new Logger('Oauth');

  constructor(
    private readonly http: OAuthHttpClient,
    private readonly tokens: TokenRequests,
    @Inject(ENV) private readonly env: Env,
  ) {
    super({
      // The library keeps its credentials for life, but options change: `exchange` sends the current ones.
      clientID: 'GitHubClientId',
      clientSecret: 'GitHubClientSecret',
      callbackURL: '',
      authorizationURL: `${env.GITHUB_OAUTH_ADDRESS}/login/oauth/authorize`,
      tokenURL: `${env.GITHUB_OAUTH_ADDRESS}/login/oauth/access_token`,
      userProfileURL: `${env.GITHUB_OAUTH_API_ADDRESS}/user`,
    });
    // The library's own requests have no timeout, no size limit and no protection against private addresses. Both
    // methods are public, and `_oauth2` is documented for subclasses. The library may throw in `done`.
    Object.assign(this._oauth2, {
      getOAuthAccessToken: (code: string, _parameters: unknown, done: Done) =>
        this.exchange(code)
          .then((token) => done(null, token))
          .catch(done),
      get: (url: string, accessToken: string, done: Done) =>
        this.read(url, accessToken)
          .then((text) => done(null, text))
          .catch(done),
    });
  }

  /** The authorization URL to send the browser to. */
  authorizationUrl(state: string): string {
    const url = new URL(`${this.env.GITHUB_OAUTH_ADDRESS}/login/oauth/authorize`);
    const parameters = { client_id: this.tokens.githubClient.id, state, scope: 'user:email' };
    url.search = new URLSearchParams(parameters).toString();
    return url.href;
  }

  /**
   * Called by Passport with the profile of the user who authorized the sign-in.
   * @throws ApiError github_empty
   */
  async validate(accessToken: string, _refreshToken: string, profile: unknown): Promise<Identity> {
    const person = githubProfile.safeParse(profile);
    if (!person.success) throw new ApiError('github_empty', {}, { cause: z.prettifyError(person.error) });
    const { id, username, displayName } = person.data;
    const email = await this.verifiedEmail(accessToken);
    return {
      provider: 'github',
      id,
      displayName: displayName || 'GitHub User',
      ...(email === undefined ? {} : { email }),
      // A login of digits only could equal another account's numeric id, so it is not used for matching.
      ...(/^\d+$/.test(username) ? {} : { formerId: username }),
    };
  }

  /** Exchanges the authorization code for an access token. @throws ApiError github_empty for a wrong or used code */
  private async exchange(code: string): Promise<string> {
    const answer = await this.tokens.github(code);
    if (answer.status >= 300) throw new Error(`status ${answer.status}`);
    const token = granted.safeParse(parsed(answer.text));
    // For a wrong or used code GitHub responds with 200 and no token.
    if (!token.success) throw new ApiError('github_empty');
    return token.data.access_token;
  }

  private async read(url: string, accessToken: string): Promise<string> {
    const { status, text } = await this.http.bearing(url, accessToken);
    if (status >= 300) throw new Error(`status ${status}`);
    return text;
  }

  /**
   * The user's verified primary address. The address in the profile is not used because it may be unverified. A failure
   * here does not prevent the sign-in.
   */
  private async verifiedEmail(accessToken: string): Promise<string | undefined> {
    try {
      const text = await this.read(`${this.env.GITHUB_OAUTH_API_ADDRESS}/user/emails`, accessToken);
      const list = emails.safeParse(parsed(text));
      return list.data?.find((address) => address?.primary && address.verified)?.email;
    } catch (error) {
      this.logger.warn(`GitHub did not return an e-mail address: ${String(error)}`);
      return undefined;
    }
  }
}
