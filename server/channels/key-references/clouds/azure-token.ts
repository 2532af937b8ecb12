import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Env } from '../../../core/env.js';
import type { IssuedToken } from './access-token.js';
import { callCloud, CloudDenied, type CloudEgress, type CloudResponse } from './cloud-call.js';

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Metadata servers write numbers as text. */
const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
/** https://learn.microsoft.com/azure/app-service/overview-managed-identity#rest-endpoint-reference: seconds since 1970 */
const endpointResponse = z.object({ access_token: z.string().min(1), expires_on: z.coerce.number() });
const errorResponse = z.object({ error: z.string() });

/** Answers of Microsoft Entra that mean that the credentials are wrong, and not that it is away. */
const REFUSED: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_resource',
  'unauthorized_client',
]);

interface TokenRequest {
  /** Such as `https://vault.azure.net`. */
  readonly resource: string;
  readonly egress: CloudEgress;
  readonly signal: AbortSignal;
}

/**
 * An access token for the process: by a client secret, by a workload identity of Kubernetes, or by the managed identity of App Service or of
 * the machine, whichever the environment describes first.
 * @throws CloudDenied, or Error if Azure does not answer as documented
 */
export async function azureToken(env: Env, request: TokenRequest): Promise<IssuedToken> {
  const { AZURE_TENANT_ID: tenant, AZURE_CLIENT_ID: client, AZURE_CLIENT_SECRET: secret } = env;
  const { AZURE_FEDERATED_TOKEN_FILE: tokenFile } = env;
  if (tenant !== undefined && client !== undefined) {
    const address = `${env.AZURE_AUTHORITY_HOST}/${tenant}/oauth2/v2.0/token`;
    if (secret !== undefined) return ofClient(address, { client_id: client, client_secret: secret }, request);
    if (tokenFile !== undefined) {
      const assertion = (await readFile(tokenFile, 'utf8')).trim();
      const federated = { client_id: client, client_assertion_type: ASSERTION, client_assertion: assertion };
      return ofClient(address, federated, request);
    }
  }
  return env.IDENTITY_ENDPOINT !== undefined && env.IDENTITY_HEADER !== undefined
    ? ofEndpoint(env.IDENTITY_ENDPOINT, env.IDENTITY_HEADER, client, request)
    : ofMachine(env.AZURE_POD_IDENTITY_AUTHORITY_HOST, client, request);
}

async function ofClient(
  url: string,
  credentials: Readonly<Record<string, string>>,
  { resource, egress, signal }: TokenRequest,
): Promise<IssuedToken> {
  const form = { grant_type: 'client_credentials', ...credentials, scope: `${resource}/.default` };
  const body = new URLSearchParams(form).toString();
  const response = await callCloud(egress, { url, method: 'POST', headers: FORM, body, signal });
  const { access_token, expires_in } = readToken(response, tokenResponse);
  return { token: access_token, expiresInSeconds: expires_in };
}

async function ofEndpoint(
  address: string,
  header: string,
  client: string | undefined,
  { resource, egress, signal }: TokenRequest,
): Promise<IssuedToken> {
  const url = identityUrl(address, '2019-08-01', resource, client);
  const headers = { 'x-identity-header': header };
  const response = await callCloud(egress, { url, headers, isMetadata: true, signal });
  const { access_token, expires_on } = readToken(response, endpointResponse);
  return { token: access_token, expiresInSeconds: expires_on - Date.now() / 1000 };
}

/** https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token */
async function ofMachine(
  address: string,
  client: string | undefined,
  { resource, egress, signal }: TokenRequest,
): Promise<IssuedToken> {
  const url = identityUrl(`${address}/metadata/identity/oauth2/token`, '2018-02-01', resource, client);
  const response = await callCloud(egress, { url, headers: { metadata: 'true' }, isMetadata: true, signal });
  const { access_token, expires_in } = readToken(response, tokenResponse);
  return { token: access_token, expiresInSeconds: expires_in };
}

/** @param client of several identities of the machine, the one to use */
function identityUrl(address: string, version: string, resource: string, client: string | undefined): string {
  const url = new URL(address);
  url.searchParams.set('api-version', version);
  url.searchParams.set('resource', resource);
  if (client !== undefined) url.searchParams.set('client_id', client);
  return url.href;
}

function readToken<T>({ status, body }: CloudResponse, schema: z.ZodType<T>): T {
  const code = errorResponse.safeParse(body).data?.error;
  if ((status === 400 || status === 401) && code !== undefined && REFUSED.has(code))
    throw new CloudDenied(`Azure refuses the credentials: ${code}`);
  const { data } = schema.safeParse(body);
  if (status !== 200 || !data) throw new Error(`Azure answers ${status}, and no token`);
  return data;
}
