import { generateKeyPairSync } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Seconds for which an assertion may be valid, and by which the clocks may differ. */
const MAX_LIFE = 3600;
const SKEW = 10;

interface ExchangeRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * A service account of Google Cloud and the endpoint that issues its access tokens
 * (https://developers.google.com/identity/protocols/oauth2/service-account#httprest).
 */
export class GoogleAccount {
  readonly email = 'gateway@project-1.iam.gserviceaccount.com';
  /** Assertions that were exchanged. */
  exchanges = 0;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly tokens = new Set<string>();

  /** @param url address of the token endpoint, without path */
  constructor(private readonly url: () => string) {}

  get tokenUri(): string {
    return `${this.url()}/token`;
  }

  /** The JSON document of its key. */
  document(changed: Record<string, unknown> = {}): string {
    return JSON.stringify(
      {
        type: 'service_account',
        project_id: 'project-1',
        private_key_id: 'key-1',
        private_key: this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        client_email: this.email,
        client_id: '1',
        token_uri: this.tokenUri,
        ...changed,
      },
      null,
      2,
    );
  }

  /** Whether a request carries a token that was issued and not revoked. */
  admits(authorization: string | undefined): boolean {
    return authorization !== undefined && this.tokens.has(authorization.replace(/^Bearer /, ''));
  }

  /** Revokes all tokens. */
  revoke(): void {
    this.tokens.clear();
  }

  /** Answers an exchange: the assertion must be signed by the key, for this endpoint, now, and for at most an hour. */
  async serve(request: ExchangeRequest, response: ServerResponse): Promise<void> {
    const problem = await this.problemOf(request);
    const answer = (status: number, fields: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(fields));
    if (problem !== undefined) {
      answer(400, { error: 'invalid_grant', error_description: problem });
      return;
    }
    const token = `ya29.${++this.exchanges}`;
    this.tokens.add(token);
    answer(200, { access_token: token, expires_in: 3599, token_type: 'Bearer' });
  }

  private async problemOf({ method, headers, body }: ExchangeRequest): Promise<string | undefined> {
    const form = new URLSearchParams(body.toString());
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return 'Invalid request';
    if (form.get('grant_type') !== GRANT) return 'Invalid grant_type';
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', this.keys.publicKey, {
        algorithms: ['RS256'],
        issuer: this.email,
        audience: this.tokenUri,
        requiredClaims: ['iat', 'exp'],
        maxTokenAge: MAX_LIFE,
        clockTolerance: SKEW,
      });
      if (payload.exp! - payload.iat! > MAX_LIFE) return 'Invalid JWT: Token must be a short-lived token';
      return payload.scope === SCOPE ? undefined : 'Invalid scope';
    } catch (problem) {
      return `Invalid JWT: ${String(problem)}`;
    }
  }
}
