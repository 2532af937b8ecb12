import type { Target, UpstreamCall } from '../../kit/provider.js';

/** Versions that operators may have left at the end of the address. */
const VERSION = /\/(?:compatibility\/v1|v[12])$/;

/** @param path with its version, such as `/v2/chat` */
export function cohereUrl({ baseUrl }: Target, path: string): string {
  return baseUrl.replace(VERSION, '') + path;
}

/** A call with a JSON body. */
export function cohereCall(target: Target, path: string, body: object, stream = false): UpstreamCall {
  return {
    method: 'POST',
    url: cohereUrl(target, path),
    headers: {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      accept: stream ? 'text/event-stream' : 'application/json',
    },
    // JSON.stringify omits undefined members.
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** The channel's param_override, which must not change whether the response is streamed. */
export function overrideOf({ override }: Target): Readonly<Record<string, unknown>> {
  const { stream: _stream, ...members } = override ?? {};
  return members;
}
