import { Readable } from 'node:stream';
import type { UpstreamCall, UpstreamHeaders } from '../../dialects/providers/provider.js';
import type { UpstreamClient } from '../../relay/upstream/client.js';

/** Milliseconds to the status line, and between pieces of a file. */
export const FILE_LIMITS = { headersMs: 60_000, idleMs: 60_000 };

/** A response whose content is read at the pace of its reader. */
export interface RemoteFile {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly content: Readable;
}

/** Resolves with the head of the response. Destroying the content closes the call. @throws UpstreamError */
export function openRemote(
  upstream: UpstreamClient,
  call: UpstreamCall,
  proxy: string | undefined,
): Promise<RemoteFile> {
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
