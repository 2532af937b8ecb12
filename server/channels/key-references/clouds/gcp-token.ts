import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Env } from '../../../core/env.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { accessTokenOf } from '../../../dialects/providers/vertex/access-token.js';
import { credentialsOf } from '../../../dialects/providers/vertex/credentials.js';
import type { IssuedToken } from './access-token.js';
import { callCloud, CloudDenied, type CloudEgress } from './cloud-call.js';

/** https://cloud.google.com/compute/docs/access/authenticate-workloads#applications */
const METADATA_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';
const metadataResponse = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/**
 * An access token for the process: of the service account whose key GOOGLE_APPLICATION_CREDENTIALS names, else of the one that the
 * machine or pod runs with.
 * @throws CloudDenied, or Error if Google does not answer as documented
 */
export function gcpToken(env: Env, egress: CloudEgress, signal: AbortSignal): Promise<IssuedToken> {
  const { GOOGLE_APPLICATION_CREDENTIALS: file } = env;
  return file === undefined
    ? ofMetadataServer(env.GCE_METADATA_HOST, egress, signal)
    : ofServiceAccount(file, { address: env.KEY_REFERENCE_GCP_ADDRESS, egress, signal });
}

/** The file is read each time: it may have been replaced. */
async function ofServiceAccount(
  file: string,
  { address, egress, signal }: { address: string; egress: CloudEgress; signal: AbortSignal },
): Promise<IssuedToken> {
  const document = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CloudDenied(`GOOGLE_APPLICATION_CREDENTIALS cannot be read: ${error.code}`);
  });
  try {
    const account = credentialsOf(document);
    if ('apiKey' in account)
      throw new CloudDenied('GOOGLE_APPLICATION_CREDENTIALS is no key of a service account');
    const exchange = accessTokenOf(account, address);
    const { method, url, headers, body = Buffer.alloc(0) } = exchange.request(new Date());
    const sent = { url, method: method === 'GET' ? method : ('POST' as const), headers, body, signal };
    const response = await callCloud(egress, sent);
    return exchange.read(response.status, response.headers, response.text);
  } catch (error) {
    if (error instanceof UpstreamError && error.failure.disables === true)
      throw new CloudDenied('Google refuses the key');
    throw error;
  }
}

async function ofMetadataServer(
  host: string,
  egress: CloudEgress,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { status, headers, body } = await callCloud(egress, {
    url: `http://${host}${METADATA_PATH}`,
    headers: { 'metadata-flavor': 'Google' },
    isMetadata: true,
    signal,
  });
  // Another server under this name is not trusted with anything, and is no reason to drop values.
  if (headers['metadata-flavor'] !== 'Google') throw new Error('this is no metadata server of Google');
  if (status === 404 || status === 403) throw new CloudDenied('the machine has no service account');
  const { data } = metadataResponse.safeParse(body);
  if (status !== 200 || !data) throw new Error(`the metadata server answers ${status}`);
  return { token: data.access_token, expiresInSeconds: data.expires_in };
}
