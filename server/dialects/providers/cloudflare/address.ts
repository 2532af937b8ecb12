import type { Target, UpstreamCall } from '../../kit/provider.js';

/** Addresses of an account, without trailing slash. */
interface Addresses {
  /** To which paths of OpenAI's API are appended, such as `/v1/chat/completions`. */
  readonly openai: string;
  /** To which the name of a model is appended. */
  readonly run: string;
  /** Of the management of models, which is no part of an AI Gateway. */
  readonly account: string;
}

const API = 'https://api.cloudflare.com';
const GATEWAY = /^https:\/\/gateway\.ai\.cloudflare\.com\/|\/workers-ai(?:\/v1)?$/;

/**
 * Addresses that follow from that of the channel: that of Cloudflare's API, that of one account (`…/accounts/{id}/ai`), or
 * that of an AI Gateway (https://developers.cloudflare.com/ai-gateway/usage/providers/workersai/).
 */
export function addressesOf({ baseUrl, other }: Target): Addresses {
  if (GATEWAY.test(baseUrl)) {
    const gateway = baseUrl.replace(/(?:\/workers-ai)?(?:\/v1)?$/, '');
    const account = /\/v1\/([^/]+)\/[^/]+$/.exec(gateway)?.[1] ?? other;
    return {
      openai: `${gateway}/workers-ai`,
      run: `${gateway}/workers-ai`,
      account: accountAddress(API, account),
    };
  }
  const whole = /^(.*\/ai)(?:\/v1)?$/.exec(baseUrl)?.[1];
  const account = whole ?? accountAddress(baseUrl.replace(/\/client\/v4$/, ''), other);
  return { openai: account, run: `${account}/run`, account };
}

function accountAddress(api: string, account: string): string {
  return `${api}/client/v4/accounts/${encodeURIComponent(account)}/ai`;
}

/** The key is an API token, which a second token for an authenticated AI Gateway may follow after `|`. */
export function cloudflareHeaders({ key }: Pick<Target, 'key'>): Record<string, string> {
  const [token = '', gateway] = key.split('|');
  return {
    authorization: `Bearer ${token}`,
    ...(gateway !== undefined && { 'cf-aig-authorization': `Bearer ${gateway}` }),
  };
}

/** A call of a model in the format of its own (https://developers.cloudflare.com/workers-ai/get-started/rest-api/). */
export function runCall(
  target: Target,
  contentType: string,
  body: Pick<UpstreamCall, 'body' | 'streamed'>,
): UpstreamCall {
  // Names contain slashes and start with `@`, which the API expects as they are.
  const model = target.model.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@');
  return {
    method: 'POST',
    url: `${addressesOf(target).run}/${model}`,
    headers: { ...cloudflareHeaders(target), 'content-type': contentType, accept: 'application/json' },
    ...body,
  };
}

/** A call of a model with a JSON body. */
export function runJson(target: Target, members: object): UpstreamCall {
  const { stream: _stream, ...override } = target.override ?? {};
  return runCall(target, 'application/json', {
    body: Buffer.from(JSON.stringify({ ...members, ...override })),
  });
}
