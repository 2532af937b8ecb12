import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LoopbackServer } from './loopback-server.js';

/** Headers that a client of Vault sends besides those of HTTP. */
const HEADERS = new Set([
  'host',
  'connection',
  'content-type',
  'content-length',
  'x-vault-token',
  'x-vault-request',
  'x-vault-namespace',
]);

interface Token {
  renewable: boolean;
  /** Seconds; 0 = it does not end. */
  ttl: number;
}

/**
 * The part of Vault's HTTP API that reads keys, as documented: https://developer.hashicorp.com/vault/api-docs. What a request has beyond
 * or against the documentation is a violation.
 */
export class VaultServer {
  readonly violations: string[] = [];
  /** `METHOD path` of each request. */
  readonly calls: string[] = [];
  readonly tokens = new Map<string, Token>();
  /** Secrets by their path in the engine `secret`; null: the version is deleted. */
  readonly secrets = new Map<string, Record<string, unknown> | null>();
  /** Paths that the policy of the tokens allows begin so. */
  allowed = '';
  /** Of all requests. */
  namespace: string | undefined;
  appRole = { role_id: 'role', secret_id: 'secret' };
  kubernetes = { role: 'gateway', jwt: 'the token of the service account' };
  /** Of tokens that a login gives. */
  issued: Token = { renewable: true, ttl: 3600 };
  isSealed = false;
  private logins = 0;
  private server: LoopbackServer | undefined;

  async start(): Promise<void> {
    this.server = await LoopbackServer.start((request, response) => this.serve(request, response));
  }

  get url(): string {
    return this.server!.url;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.calls.push(`${method} ${url}`);
    const body = await text(request);
    const answer = (status: number, content?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(content === undefined ? '' : JSON.stringify(content));
    };
    for (const name of Object.keys(headers))
      if (!HEADERS.has(name)) this.violations.push(`${url} has the header ${name}`);
    if (headers['x-vault-request'] !== 'true') this.violations.push(`${url} has no X-Vault-Request`);
    if (body !== '' && headers['content-type'] !== 'application/json')
      this.violations.push(`${url} has a body that is no JSON`);
    if (this.isSealed) return answer(503, { errors: ['Vault is sealed'] });
    if (headers['x-vault-namespace'] !== this.namespace)
      return answer(404, { errors: ['no handler for route'] });
    const route = `${method} ${url}`;
    if (route === 'POST /v1/auth/approle/login') return this.login(answer, body, this.appRole);
    if (route === 'POST /v1/auth/kubernetes/login') return this.login(answer, body, this.kubernetes);
    const name = headers['x-vault-token'];
    const token = typeof name === 'string' ? this.tokens.get(name) : undefined;
    if (!token)
      return answer(403, { errors: ['2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n'] });
    if (route === 'GET /v1/auth/token/lookup-self')
      return answer(200, {
        data: {
          id: name,
          ttl: token.ttl,
          creation_ttl: token.ttl,
          renewable: token.renewable,
          policies: ['default'],
        },
      });
    if (route === 'POST /v1/auth/token/renew-self') {
      if (!token.renewable) return answer(400, { errors: ['lease is not renewable'] });
      return answer(200, { auth: { client_token: name, lease_duration: token.ttl, renewable: true } });
    }
    return this.read(answer, method, url);
  }

  private login(answer: Answer, body: string, expected: Record<string, string>): void {
    const given = JSON.parse(body) as Record<string, string>;
    if (JSON.stringify(given) !== JSON.stringify(expected))
      return answer(400, { errors: ['invalid role or secret ID'] });
    const name = `hvs.${++this.logins}`;
    this.tokens.set(name, { ...this.issued });
    const { ttl, renewable } = this.issued;
    answer(200, {
      auth: { client_token: name, accessor: 'a', lease_duration: ttl, renewable, token_type: 'service' },
    });
  }

  /** https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version */
  private read(answer: Answer, method: string, url: string): void {
    const [, path] = /^\/v1\/secret\/data\/([\w./-]+)$/.exec(url) ?? [];
    if (method !== 'GET' || path === undefined) {
      this.violations.push(`${method} ${url}`);
      return answer(404, { errors: [] });
    }
    if (!path.startsWith(this.allowed))
      return answer(403, { errors: ['1 error occurred:\n\t* permission denied\n\n'] });
    const data = this.secrets.get(path);
    if (data === undefined) return answer(404, { errors: [] });
    const metadata = {
      created_time: '2026-11-30T20:00:00Z',
      custom_metadata: null,
      deletion_time: data === null ? '2026-11-30T21:00:00Z' : '',
      destroyed: false,
      version: 1,
    };
    const envelope = {
      request_id: 'r',
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data: { data, metadata },
    };
    answer(data === null ? 404 : 200, envelope);
  }
}

type Answer = (status: number, content?: unknown) => void;
