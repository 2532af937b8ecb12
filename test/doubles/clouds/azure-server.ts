import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CloudServer } from './cloud-server.js';

const RESOURCE = 'https://vault.azure.net';
const TENANT = '11111111-2222-4333-8444-555555555555';
const CLIENT = '99999999-2222-4333-8444-555555555555';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const HEADERS = new Set(['host', 'connection', 'accept', 'authorization']);

/**
 * What Azure Key Vault (https://learn.microsoft.com/rest/api/keyvault/secrets/get-secret/get-secret), Microsoft Entra and the endpoints of managed identities answer,
 * as they are documented.
 */
export class AzureServer extends CloudServer {
  readonly clientSecret = 'a secret of the client';
  readonly federated = 'the.token.of-the-pod';
  readonly identityHeader = 'a header of App Service';
  /** Texts by `name` or `name/version`; null: the secret is disabled. */
  readonly secrets = new Map<string, string | null>();
  private readonly tokens = new Set<string>();
  private issued = 0;

  /** Variables that lead to it and name no credentials. */
  get environment(): Record<string, string> {
    return {
      KEY_REFERENCE_AZURE_VAULT: this.url,
      AZURE_AUTHORITY_HOST: this.url,
      AZURE_POD_IDENTITY_AUTHORITY_HOST: this.url,
    };
  }

  /** Variables of the client, without its credentials. */
  readonly client = { AZURE_TENANT_ID: TENANT, AZURE_CLIENT_ID: CLIENT };

  revoke(): void {
    this.tokens.clear();
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams: query } = new URL(url, 'http://localhost');
    this.calls.push(`${method} ${pathname}`);
    const body = await text(request);
    const answer = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (pathname === `/${TENANT}/oauth2/v2.0/token`) return this.signIn(answer, request, body);
    if (pathname === '/identity') {
      if (headers['x-identity-header'] !== this.identityHeader) return answer(401, { error: 'unauthorized' });
      return this.identity(answer, query, '2019-08-01', { expires_on: String(nowSeconds() + 86_400) });
    }
    if (pathname === '/metadata/identity/oauth2/token') {
      if (headers.metadata !== 'true' || headers['x-forwarded-for'] !== undefined)
        return answer(400, {
          error: 'invalid_request',
          error_description: 'Required metadata header not specified',
        });
      const ends = {
        expires_in: '86399',
        expires_on: String(nowSeconds() + 86_399),
        ext_expires_in: '86399',
      };
      return this.identity(answer, query, '2018-02-01', ends);
    }
    for (const name of Object.keys(headers))
      if (!HEADERS.has(name)) this.violations.push(`${url} has the header ${name}`);
    if (this.isAway) return answer(503, { error: { code: 'ServiceUnavailable', message: 'away' } });
    if (!this.tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      response.setHeader(
        'www-authenticate',
        `Bearer authorization="${this.url}/${TENANT}", resource="${RESOURCE}"`,
      );
      return answer(401, {
        error: { code: 'Unauthorized', message: 'AKV10000: Request is missing a Bearer or PoP token.' },
      });
    }
    this.read(answer, method, pathname, query);
  }

  private read(answer: Answer, method: string, pathname: string, query: URLSearchParams): void {
    const [, name, version = ''] = /^\/secrets\/([0-9A-Za-z-]+)(?:\/([0-9a-f]{32}))?$/.exec(pathname) ?? [];
    const refuse = (status: number, code: string, message: string, inner?: string) =>
      answer(status, { error: { code, message, ...(inner && { innererror: { code: inner } }) } });
    if (method !== 'GET' || name === undefined || query.get('api-version') !== '7.4' || query.size !== 1) {
      this.violations.push(`${method} ${pathname}?${query.toString()}`);
      return refuse(400, 'BadParameter', 'The request URI contains an invalid name or version');
    }
    if (!name.startsWith(this.allowed))
      return refuse(
        403,
        'Forbidden',
        'Caller is not authorized to perform action on resource.',
        'ForbiddenByRbac',
      );
    const key = version === '' ? name : `${name}/${version}`;
    const value = this.secrets.get(key);
    if (value === undefined)
      return refuse(404, 'SecretNotFound', `A secret with (name/id) ${key} was not found in this key vault.`);
    if (value === null)
      return refuse(403, 'Forbidden', 'Operation get is not allowed on a disabled secret.', 'SecretDisabled');
    const attributes = { enabled: true, created: 1, updated: 1, recoveryLevel: 'Recoverable+Purgeable' };
    answer(200, { value, id: `https://gateway.vault.azure.net/secrets/${key}`, attributes });
  }

  /** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
  private signIn(answer: Answer, { method, headers }: IncomingMessage, body: string): void {
    const form = new URLSearchParams(body);
    const refuse = (status: number, error: string, description: string) =>
      answer(status, { error, error_description: description, error_codes: [7000215], correlation_id: 'c' });
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refuse(400, 'invalid_request', 'AADSTS900144');
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(400, 'unsupported_grant_type', 'AADSTS70003');
    if (form.get('scope') !== `${RESOURCE}/.default`) return refuse(400, 'invalid_scope', 'AADSTS1002012');
    if (form.get('client_id') !== CLIENT) return refuse(400, 'unauthorized_client', 'AADSTS700016');
    const isFederated =
      form.get('client_assertion_type') === ASSERTION && form.get('client_assertion') === this.federated;
    if (form.get('client_secret') !== this.clientSecret && !isFederated)
      return refuse(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
    answer(200, { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: this.token() });
  }

  private identity(answer: Answer, query: URLSearchParams, version: string, ends: object): void {
    if (query.get('api-version') !== version || query.get('resource') !== RESOURCE)
      return answer(400, { error: 'invalid_resource', error_description: 'AADSTS500011' });
    const client = query.get('client_id');
    if (client !== null && client !== CLIENT)
      return answer(400, { error: 'invalid_request', error_description: 'Identity not found' });
    answer(200, { access_token: this.token(), ...ends, resource: RESOURCE, token_type: 'Bearer' });
  }

  private token(): string {
    const token = `eyJ0.${++this.issued}`;
    this.tokens.add(token);
    return token;
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

type Answer = (status: number, content: object) => void;
