const KEY = /^openai-insecure-api-key\./;

/** What a client says in `Sec-WebSocket-Protocol`. */
export interface Offered {
  /** Its key, '' when it is not there. */
  readonly key: string;
  /** Everything but its key. */
  readonly subprotocols: readonly string[];
}

/** Browsers cannot send headers, so their key is one of the subprotocols (spec/relay-and-billing.md B3). */
export function readOffered(header: string | undefined): Offered {
  const parts = (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const key = parts.find((part) => KEY.test(part))?.replace(KEY, '') ?? '';
  return { key, subprotocols: parts.filter((part) => !KEY.test(part)) };
}

/** What the client is answered: `realtime`, where it offered it. A key is never said back. */
export function chosen(offered: ReadonlySet<string>): string | false {
  return offered.has('realtime') && 'realtime';
}
