import { Strategy } from 'passport-github2';
import type { OAuthHttpClient } from './oauth-http-client.js';

/** What the library calls with what it got: an error, or the text of an answer. */
type Done = (error: Error | { statusCode: number; data: string } | null, text?: string) => void;

type Verified = (error: null, user: false) => void;

/** The code exchange and the profile of passport-github2, its calls made by our own client. */
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
    // Nobody is signed in by the strategy: it tells who it is, and the house decides.
    super(options, (_access: string, _refresh: string, _profile: unknown, verified: Verified) =>
      verified(null, false),
    );
    // The library's own request knows no timeout, no limit of size and no address it may not call.
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

  /** Trades the code of the callback for an access token. */
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
