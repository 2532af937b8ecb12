import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { GoogleAccount } from '../google-account.js';
import { CloudServer } from './cloud-server.js';

const PROJECT = 'project-1';
const HEADERS = new Set(['host', 'connection', 'accept', 'authorization']);
const STATUSES: Readonly<Record<number, string>> = {
  400: 'FAILED_PRECONDITION',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  503: 'UNAVAILABLE',
};

/**
 * What Google Secret Manager (https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access), the endpoint
 * of tokens and the metadata server answer, as they are documented.
 */
export class GcpServer extends CloudServer {
  readonly account = new GoogleAccount(() => this.url);
  /** Texts by `name/version`; null: the version is destroyed. */
  readonly secrets = new Map<string, string | null>();
  /** Whether values are changed on their way. */
  isCorrupt = false;
  private readonly machineTokens = new Set<string>();

  /** Variables that lead to it and name no credentials. */
  get environment(): Record<string, string> {
    return {
      KEY_REFERENCE_GCP_PROJECT: PROJECT,
      KEY_REFERENCE_GCP_ADDRESS: this.url,
      GCE_METADATA_HOST: new URL(this.url).host,
    };
  }

  revoke(): void {
    this.account.revoke();
    this.machineTokens.clear();
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.calls.push(`${method} ${url}`);
    const body = await buffer(request);
    if (url === '/token') return this.account.serve({ method, headers, body }, response);
    if (url.startsWith('/computeMetadata/')) return this.metadata(request, response);
    const answer = (status: number, content: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
        .end(JSON.stringify(content));
    const refuse = (status: number, message: string) =>
      answer(status, { error: { code: status, message, status: STATUSES[status] } });
    if (this.isAway) return refuse(503, 'The service is currently unavailable.');
    for (const name of Object.keys(headers))
      if (!HEADERS.has(name)) this.violations.push(`${url} has the header ${name}`);
    const bearer = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!this.account.admits(headers.authorization) && !this.machineTokens.has(bearer))
      return refuse(401, 'Request had invalid authentication credentials.');
    const [, project, name = '', version = ''] =
      /^\/v1\/projects\/([\w-]+)\/secrets\/([\w-]+)\/versions\/([\w-]+):access$/.exec(url) ?? [];
    if (method !== 'GET' || project === undefined || body.length > 0) {
      this.violations.push(`${method} ${url}`);
      return refuse(404, 'Requested entity was not found.');
    }
    const resource = `projects/${project}/secrets/${name}/versions/${version}`;
    if (project !== PROJECT || !name.startsWith(this.allowed))
      return refuse(
        403,
        `Permission 'secretmanager.versions.access' denied for resource '${resource}' (or it may not exist).`,
      );
    const secret = this.secrets.get(`${name}/${version}`);
    if (secret === undefined) return refuse(404, `Secret [${resource}] not found or has no versions.`);
    if (secret === null) return refuse(400, `Secret Version [${resource}] is in DESTROYED state.`);
    const data = Buffer.from(secret);
    const payload = { data: data.toString('base64'), dataCrc32c: sumOf(data) };
    if (this.isCorrupt) payload.data = Buffer.from(`${secret}?`).toString('base64');
    answer(200, { name: resource, payload });
  }

  /** https://cloud.google.com/compute/docs/metadata/querying-metadata */
  private metadata({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
    const isTold = headers['metadata-flavor'] === 'Google' && headers['x-forwarded-for'] === undefined;
    const path = '/computeMetadata/v1/instance/service-accounts/default/token';
    const isToken = method === 'GET' && url === path;
    if (!isTold || !isToken) this.violations.push(`${method} ${url}`);
    response.writeHead(isTold ? (isToken ? 200 : 404) : 403, {
      'content-type': 'application/json',
      'metadata-flavor': 'Google',
      server: 'Metadata Server for VM',
    });
    const token = `ya29.m${createHash('sha256').update(String(this.calls.length)).digest('hex')}`;
    if (isTold && isToken) this.machineTokens.add(token);
    response.end(JSON.stringify({ access_token: token, expires_in: 3599, token_type: 'Bearer' }));
  }
}

/** CRC-32C as a decimal text, bit by bit: https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4 */
function sumOf(data: Buffer): string {
  let sum = 0xffffffffn;
  for (const byte of data) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) sum = sum & 1n ? (sum >> 1n) ^ 0x82f63b78n : sum >> 1n;
  }
  return String(sum ^ 0xffffffffn);
}
