import type { EgressAnswer, EgressClient } from '../../core/egress/egress-client.js';
import type { Download, RemoteMedia } from '../pipeline/plan/remote-media.js';

const TIMEOUT_MS = 30_000;
/** Every redirect target is checked like the first address. */
const MAX_REDIRECTS = 3;

/** Downloads images and files that requests refer to by URL; addresses that are not public are rejected. */
export class Downloads implements RemoteMedia {
  constructor(
    private readonly egress: Pick<EgressClient, 'fetch'>,
    readonly limit: number,
  ) {}

  async get(url: string, maxBytes: number, signal: AbortSignal): Promise<Download> {
    let address = url;
    for (let left = MAX_REDIRECTS; ; left--) {
      const answer = await this.egress.fetch(address, {
        method: 'GET',
        headers: { accept: '*/*' },
        timeoutMs: TIMEOUT_MS,
        maxBytes,
        signal,
        chosenBy: 'user',
      });
      const { status, body } = answer;
      if (status >= 200 && status <= 299) return { mediaType: typeOf(answer), bytes: body };
      const { location } = answer.headers;
      if (status < 300 || status > 399 || typeof location !== 'string' || left === 0)
        throw new Error(`status ${status}`);
      address = new URL(location, address).href;
    }
  }
}

function typeOf({ headers }: EgressAnswer): string {
  const type = headers['content-type'];
  return (typeof type === 'string' ? (type.split(';')[0] ?? '') : '').trim().toLowerCase();
}
