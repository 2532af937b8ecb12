import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { GithubStrategy } from './github-strategy.js';
import { OAuthHttpClient, parsed } from './oauth-http-client.js';
import type { Identity } from './providers.js';

/** A profile in the format of passport-github2. */
const profile = z.object({
  id: z.string().regex(/^[1-9]\d{0,18}$/),
  username: z.string().min(1),
  displayName: z.string().nullish(),
});
/** https://docs.github.com/en/rest/users/emails */
const emails = z.array(z.object({ email: z.email(), primary: z.boolean(), verified: z.boolean() }));

/** Identifies users by GitHub OAuth. */
@Injectable()
export class GithubService {
  private readonly logger = new Logger('Oauth');

  constructor(
    private readonly options: OptionsService,
    private readonly outgoing: OAuthHttpClient,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The authorization URL to send the browser to. */
  begin(state: string): string {
    const url = new URL(`${this.env.GITHUB_OAUTH_ADDRESS}/login/oauth/authorize`);
    const parameters = { client_id: this.options.text('GitHubClientId'), state, scope: 'user:email' };
    url.search = new URLSearchParams(parameters).toString();
    return url.href;
  }

  async identify(code: string): Promise<Identity> {
    if (code === '') throw new ApiError('invalid_parameters');
    const strategy = new GithubStrategy(
      {
        clientId: this.options.text('GitHubClientId'),
        clientSecret: this.options.text('GitHubClientSecret'),
        address: this.env.GITHUB_OAUTH_ADDRESS,
        apiAddress: this.env.GITHUB_OAUTH_API_ADDRESS,
      },
      this.outgoing,
    );
    const accessToken = await reached(strategy.exchange(code));
    // For a wrong or used code GitHub responds with 200 and no token.
    if (accessToken === '') throw new ApiError('github_empty');
    const person = profile.safeParse(await reached(strategy.profile(accessToken)));
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

  /**
   * The user's verified primary address. The address in the profile is not used because it may be unverified. A failure
   * here does not prevent the sign-in.
   */
  private async verifiedEmail(accessToken: string): Promise<string | undefined> {
    try {
      const { text } = await this.outgoing.bearing(
        `${this.env.GITHUB_OAUTH_API_ADDRESS}/user/emails`,
        accessToken,
      );
      const list = emails.safeParse(parsed(text));
      return list.data?.find(({ primary, verified }) => primary && verified)?.email;
    } catch (error) {
      this.logger.warn(`GitHub did not tell an e-mail address: ${String(error)}`);
      return undefined;
    }
  }
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new ApiError('github_unreachable', {}, { cause });
  }
}
