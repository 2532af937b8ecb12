import { Readable } from 'node:stream';
import { text } from '../../dialects/json/lenient.js';
import type { UpstreamCall, UpstreamHeaders } from '../../dialects/kit/provider.js';
import type { UpstreamClient } from '../../relay/upstream/client.js';

/** Milliseconds to the status line, and between pieces of a file. */
export const FILE_LIMITS = { headersMs: 60_000, idleMs: 60_000 };

const MAX_REDIRECTS = 3;

/** A response whose content is read at the pace of its reader. */
export interface RemoteFile {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly content: Readable;
}

/** What requests for a file need besides the first call. */
export interface RemoteAccess {
  /** Headers without secrets, sent to every address. */
  readonly passed: Readonly<Record<string, string>>;
  /** The channel's own address, which may be private. All others must be public, because responses choose them. */
  readonly ownUrl: string | undefined;
  readonly proxy: string | undefined;
}

/**
 * Resolves with the head of the file, after at most three redirects; each address is checked like the first. The headers and
 * the access token of the call are for its own origin: the first redirect to another one drops them for good. A redirect that
 * cannot be followed is returned as it is. Destroying the content closes the call.
 * @throws UpstreamError
 */
export async function openRemote(
  upstream: UpstreamClient,
  call: UpstreamCall,
  { passed, ownUrl, proxy }: RemoteAccess,
): Promise<RemoteFile> {
  const own = originOf(ownUrl);
  let next: UpstreamCall = { ...call, headers: { ...call.headers, ...passed } };
  for (let left = MAX_REDIRECTS; ; left--) {
    const file = await open(upstream, { ...next, publicOnly: originOf(next.url) !== own }, proxy);
    const address = left > 0 && isRedirect(file.status) ? locationOf(file, next.url) : undefined;
    if (address === undefined) return file;
    file.content.destroy();
    next =
      originOf(address) === originOf(next.url)
        ? { ...next, method: 'GET', url: address }
        : { method: 'GET', url: address, headers: passed };
  }
}

/** Whether the response is somewhere else; 304 is about the client's copy. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399 && status !== 304;
}

function locationOf({ headers }: RemoteFile, from: string): string | undefined {
  const location = text(headers.location);
  if (location === '' || !URL.canParse(location, from)) return undefined;
  const { href, protocol } = new URL(location, from);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

function open(upstream: UpstreamClient, call: UpstreamCall, proxy: string | undefined): Promise<RemoteFile> {
  return new Promise((resolve, reject) => {
    const content = new Readable({
      read: () => running.resume(),
      destroy: (error, done) => {
        running.abort();
        done(error);
      },
    });
    const running = upstream.send(call, FILE_LIMITS, proxy, {
      head: (status, headers) => resolve({ status, headers, content }),
      data: (chunk) => {
        if (!content.push(chunk)) running.pause();
      },
      end: () => content.push(null),
      fail: (problem) => {
        reject(problem);
        content.destroy(problem);
      },
    });
    // A failure before the head is reported by the promise; afterwards the client's connection is closed.
    content.on('error', () => undefined);
  });
}
