import type { StreamDecoder, Target, UpstreamCall } from '../../kit/provider.js';
import { credentialsOf, type Credentials } from './credentials.js';

/** Signing name of all endpoints of Bedrock. */
const SERVICE = 'bedrock';
/** The part of an address that the region of the key replaces. */
const REGION = '{region}';
/** DNS suffixes of the partitions that do not use that of the default address. */
const SUFFIXES: readonly (readonly [regions: string, suffix: string])[] = [
  ['cn-', '.amazonaws.com.cn'],
  ['eusc-', '.amazonaws.eu'],
];
const SUFFIX = '.amazonaws.com';

/** Default address of a channel: https://docs.aws.amazon.com/general/latest/gr/bedrock.html */
export const ADDRESS = `https://bedrock-runtime.${REGION}${SUFFIX}`;

/**
 * A call of the runtime endpoint for one model.
 * @param model model id, inference profile id or ARN
 * @param decoder decodes the binary events of a stream; undefined if the response is JSON
 * @throws UpstreamError if the channel's key is malformed
 */
export function modelCall(
  target: Target,
  { model, action, body }: { model: string; action: string; body: Buffer },
  decoder?: () => StreamDecoder,
): UpstreamCall {
  const credentials = credentialsOf(target.key);
  const path = `/model/${encodeURIComponent(model)}/${action}`;
  const call: UpstreamCall = {
    method: 'POST',
    url: addressOf(target.baseUrl, credentials.region) + path,
    headers: { 'content-type': 'application/json', ...(!decoder && { accept: 'application/json' }) },
    body,
  };
  if (decoder)
    call.decoder = (headers) =>
      String(headers['content-type']).includes('vnd.amazon.eventstream') ? decoder() : undefined;
  return authorized(call, credentials);
}

/**
 * A call of the control plane, which has an address of its own.
 * @param path path and query
 * @throws UpstreamError if the channel's key is malformed
 */
export function controlCall(target: Target, path: string): UpstreamCall {
  const credentials = credentialsOf(target.key);
  const address = addressOf(target.baseUrl, credentials.region).replace('bedrock-runtime', 'bedrock');
  return authorized(
    { method: 'GET', url: address + path, headers: { accept: 'application/json' } },
    credentials,
  );
}

/** The address for a region. Channels may set another one, such as that of a private endpoint. */
function addressOf(baseUrl: string, region: string): string {
  const address = baseUrl.includes(REGION) ? baseUrl.replace(SUFFIX, dnsSuffix(region)) : baseUrl;
  return address.replaceAll(REGION, region);
}

/** The end of the host names of services in a region, such as `.amazonaws.com`. */
export function dnsSuffix(region: string): string {
  return SUFFIXES.find(([regions]) => region.startsWith(regions))?.[1] ?? SUFFIX;
}

function authorized(call: UpstreamCall, credentials: Credentials): UpstreamCall {
  if ('apiKey' in credentials)
    return { ...call, headers: { ...call.headers, authorization: `Bearer ${credentials.apiKey}` } };
  return { ...call, sign: (finished, now) => signature(finished, credentials, now) };
}

/**
 * Headers of Signature Version 4 (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 * Only the headers that it requires are signed, so that proxies may change others.
 */
async function signature(
  { method, url: address, headers, body }: UpstreamCall,
  { region, ...credentials }: Exclude<Credentials, { apiKey: string }>,
  now: Date,
): Promise<Record<string, string>> {
  const [{ Sha256 }, { SignatureV4 }] = await Promise.all([
    import('@smithy/core/checksum'),
    import('@smithy/signature-v4'),
  ]);
  const url = new URL(address);
  const contentType = headers['content-type'];
  const signer = new SignatureV4({
    credentials,
    region,
    service: SERVICE,
    sha256: Sha256,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...(contentType !== undefined && { 'content-type': contentType }) },
      body,
    },
    { signingDate: now },
  );
  // The rest is in the call, or set by the client.
  const { host: _host, 'content-type': _type, ...added } = signed.headers;
  return added;
}
