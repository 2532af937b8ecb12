const KEY = /^openai-insecure-api-key\./;

/** Content of a client's `Sec-WebSocket-Protocol` header. */
export interface Offered {
  /** The API key; '' if there is none. */
  readonly key: string;
  /** All subprotocols except the key. */
  readonly subprotocols: readonly string[];
}

/** Browsers cannot set headers on WebSockets, so they send the API key as a subprotocol. */
export function readOffered(header: string | undefined): Offered {
  const parts = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const key = parts.find((part) => KEY.test(part))?.replace(KEY, '') ?? '';
  return { key, subprotocols: parts.filter((part) => !KEY.test(part)) };
}

/** Selects `realtime` if the client offers it. The key is never echoed. */
export function chosen(offered: ReadonlySet<string>): string | false {
  return offered.has('realtime') && 'realtime';
}
