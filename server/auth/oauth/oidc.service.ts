import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import type { PlainErrorCode } from '../../contract/errors/codes.js';
import { OptionsService } from '../../options/options.service.js';
import { OidcEndpoints, type OidcReturn } from './oidc-endpoints.js';
import { loadOpenId, OidcIssuer } from './oidc-issuer.js';
import type { Identity } from './providers.js';
import type { Challenge } from './states.js';

const SCOPE = 'openid profile email';

/** Only `sub` is required (https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims); odd others count as absent. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
});

/** Identifies users by the configured OpenID provider. */
@Injectable()
export class OidcService {
  constructor(
    private readonly options: OptionsService,
    private readonly issuer: OidcIssuer,
    private readonly endpoints: OidcEndpoints,
  ) {}

  /** Creates the authorization URL, and the challenge to store until the browser returns. */
  async begin(state: string, redirectUri: string): Promise<{ url: string; challenge: Challenge }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
      await loadOpenId();
    const verifier = randomPKCECodeVerifier();
    const nonce = randomNonce();
    const parameters = {
      client_id: this.options.get('oidc.client_id'),
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const issuer = await this.issuer.discover();
    const url =
      issuer === undefined
        ? this.endpoints.authorization(parameters)
        : buildAuthorizationUrl(issuer, parameters).href;
    return { url, challenge: { verifier, nonce, redirectUri } };
  }

  async identify(answer: OidcReturn): Promise<Identity> {
    if (answer.code === '') throw new ApiError('invalid_parameters');
    const issuer = await this.issuer.discover();
    const userInfo =
      issuer === undefined ? await this.endpoints.userInfo(answer) : await this.askIssuer(issuer, answer);
    const found = claims.safeParse(userInfo);
    if (!found.success) throw new ApiError('oidc_user_empty', {}, { cause: z.prettifyError(found.error) });
    const { sub, email, email_verified: verified, name, preferred_username: preferredName } = found.data;
    return {
      provider: 'oidc',
      id: sub,
      displayName: name || preferredName || 'OIDC User',
      ...(preferredName === undefined ? {} : { preferredName }),
      // The super administrator trusts the configured issuer, so an address without `email_verified` is accepted.
      ...(verified === false || email === undefined ? {} : { email }),
    };
  }

  /** Redeems the code, validates the ID token in full (signature, issuer, audience, times, nonce) and returns the claims. */
  private async askIssuer(issuer: Configuration, answer: OidcReturn): Promise<unknown> {
    const { authorizationCodeGrant, fetchUserInfo } = await loadOpenId();
    const { code, state, challenge } = answer;
    const back = new URL(answer.redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', state);
    // Consoles forward only `code` and `state`. Without `iss` the configured issuer is assumed, because the redirect
    // URI identifies the issuer (RFC 9207, 2.4).
    back.searchParams.set('iss', answer.issuer || issuer.serverMetadata().issuer);
    const tokens = await translated('oidc_token_failed', () =>
      authorizationCodeGrant(issuer, back, {
        expectedState: state,
        idTokenExpected: true,
        ...(challenge === undefined
          ? {}
          : { expectedNonce: challenge.nonce, pkceCodeVerifier: challenge.verifier }),
      }),
    );
    const idClaims = tokens.claims();
    if (idClaims === undefined) throw new ApiError('oidc_token_failed');
    if (issuer.serverMetadata().userinfo_endpoint === undefined) return idClaims;
    return translated('oidc_user_failed', () => fetchUserInfo(issuer, tokens.access_token, idClaims.sub));
  }
}

async function translated<T>(code: PlainErrorCode, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalIn(error) ?? new ApiError(code, {}, { cause: error });
  }
}

/** Finds an ApiError among the causes: the library wraps errors of its HTTP calls. */
function refusalIn(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
}
