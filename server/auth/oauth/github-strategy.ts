import { Strategy } from 'passport-github2';
import type { OAuthHttpClient } from './oauth-http-client.js';

/** Callback of the library: an error, or the text of a response. */
type Done = (error: Error | { statusCode: number; data: string } | null, text?: string) => void;

type Verified = (error: null, user: false) => void;

/**
 * Uses the code exchange and profile parsing of passport-github2, but sends the requests through the gateway's own HTTP
 * client.
 */
export class GithubStrategy extends Strategy {
  constructor(
    given: { clientId: string; clientSecret: string; address: string; apiAddress: string },
    outgoing: OAuthHttpClient,
  ) {
    const options = {
      clientID: given.clientId,
      clientSecret: given.clientSecret,
      callbackURL: '',
      authorizationURL: `${given.address}/login/oauth/authorize`,
      tokenURL: `${given.address}/login/oauth/access_token`,
      userProfileURL: `${given.apiAddress}/user`,
    };
    // The strategy does not sign users in; it only identifies them.
    super(options, (_access: string, _refresh: string, _profile: unknown, verified: Verified) =>
      verified(null, false),
    );
    // The library's own request function has no timeout, no size limit and no protection against private addresses.
    Object.assign(this._oauth2, {
      _request(
        method: 'GET' | 'POST',
        url: string,
        headers: Record<string, string>,
        body: string,
        _token: unknown,
        done: Done,
      ) {
        outgoing.send(url, { method, headers, ...(body === '' ? {} : { body }) }).then(
          ({ status, text }) => (status < 300 ? done(null, text) : done({ statusCode: status, data: text })),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    });
  }

  /** Exchanges the authorization code for an access token. */
  exchange(code: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this._oauth2.getOAuthAccessToken(code, { grant_type: 'authorization_code' }, (error, accessToken) => {
        if (error) reject(asError(error));
        else resolve(accessToken ?? '');
      });
    });
  }

  profile(accessToken: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.userProfile(accessToken, (error, profile) => (error ? reject(error) : resolve(profile)));
    });
  }
}

function asError(error: Error | { statusCode: number }): Error {
  return error instanceof Error ? error : new Error(`status ${error.statusCode}`);
}
