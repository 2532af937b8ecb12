import { Readable } from 'node:stream';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { TaskCodec } from '../../dialects/task-apis/task.js';
import type { Target, UpstreamCall } from '../../dialects/kit/provider.js';
import type { UpstreamClient } from '../../relay/upstream/client.js';
import { ask } from '../../relay/upstream/request.js';
import { FILE_LIMITS, openRemote, type RemoteFile } from '../http/remote-file.js';

/** Headers of the client that concern a part of the file. */
const PASSED = ['range', 'if-range'];
/** Headers of the file that the client gets. */
const RETURNED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
const MEDIA = /^(?:video|image|audio)\/[\w.+-]+/;
/** Answers to links that have expired, and of providers to requests for files that they no longer have. */
const EXPIRED = { link: [400, 401, 403, 404, 410], file: [404, 410] } as const;
/** Maximum size of a JSON response that contains a video. */
const MAX_EMBEDDED_BYTES = 256 * 1024 * 1024;

/** A file as it is sent to the client. */
export interface VideoFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
}

/** Where a file comes from. */
export interface FileSource {
  readonly url: string;
  readonly codec: TaskCodec;
  readonly target: Target;
  readonly proxy: string | undefined;
  /** Content type where the response does not say. Absent: `video/mp4`. */
  readonly contentType?: string;
}

/** The address has expired, or the file was deleted. */
export class ExpiredFile extends Error {}

/**
 * Opens a file of a finished task with the channel's key, if it needs one; it is streamed and never stored. Addresses that a
 * response chose must be public, unless they are at the channel's own address.
 * @param requested headers of the client's request
 * @throws ExpiredFile
 * @throws UpstreamError if the file cannot be read for another reason
 */
export async function openFile(
  upstream: UpstreamClient,
  { url, codec, target, proxy, contentType = 'video/mp4' }: FileSource,
  requested: Readonly<Record<string, string | string[] | undefined>>,
): Promise<VideoFile> {
  const embedded = codec.embedded?.(url, target);
  if (embedded) {
    const { body } = await answered(upstream, embedded.call, proxy, MAX_EMBEDDED_BYTES);
    const file = embedded.read(body);
    if (!file) throw new ExpiredFile('the upstream no longer has the file');
    return inMemory(file, text(requested.range));
  }
  const question = codec.locate?.(url, target);
  const address = question ? question.read((await answered(upstream, question.call, proxy)).body) : url;
  const own = codec.file?.(address, target);
  const call = own ?? { method: 'GET' as const, url: address, headers: {} };
  const passed: Record<string, string> = {};
  for (const name of PASSED) {
    const value = text(requested[name]);
    if (value !== '') passed[name] = value;
  }
  if (!/^https?:\/\//i.test(call.url)) throw unreadable('the address of the file cannot be used');
  const file = await openRemote(upstream, call, { passed, ownUrl: target.baseUrl, proxy });
  const expired: readonly number[] = own ? EXPIRED.file : EXPIRED.link;
  if (!expired.includes(file.status)) return fileOf(file, contentType);
  file.content.destroy();
  throw new ExpiredFile(`status ${file.status}`);
}

async function answered(
  upstream: UpstreamClient,
  call: UpstreamCall,
  proxy: string | undefined,
  maxBytes?: number,
) {
  const reply = await ask(upstream, call, proxy, FILE_LIMITS.headersMs, undefined, maxBytes);
  if (reply.status === 404 || reply.status === 410) throw new ExpiredFile(`status ${reply.status}`);
  if (reply.status < 200 || reply.status > 299 || reply.body === undefined)
    throw unreadable(`status ${reply.status}`);
  return reply;
}

function fileOf({ status, headers, content }: RemoteFile, contentType: string): VideoFile {
  const isPart = status === 206 || status === 416;
  if (status !== 200 && !isPart) {
    content.destroy();
    throw unreadable(`status ${status}`);
  }
  const type = text(headers['content-type']);
  // Whatever else the address returns, the console's origin must not show it as a page.
  if (/html|json|xml/i.test(type) && status !== 416) {
    content.destroy();
    throw unreadable('the file is not a video');
  }
  const returned: Record<string, string> = fileHeaders(MEDIA.test(type) ? type : contentType);
  for (const name of RETURNED) {
    const value = text(headers[name]);
    if (value !== '') returned[name] = value;
  }
  return { status, headers: returned, content };
}

/** @param range header of the client; only one range with a beginning or an end is served as a part */
function inMemory({ mediaType, bytes }: { mediaType: string; bytes: Buffer }, range: string): VideoFile {
  const headers = {
    ...fileHeaders(MEDIA.test(mediaType) ? mediaType : 'video/mp4'),
    'accept-ranges': 'bytes',
  };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '')
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(bytes.length) },
      content: Readable.from([bytes]),
    };
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (start >= bytes.length || start > end)
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${bytes.length}`, 'content-length': '0' },
      content: Readable.from([]),
    };
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
      'content-length': String(end - start + 1),
    },
    content: Readable.from([bytes.subarray(start, end + 1)]),
  };
}

/** Private: the address alone does not give access. */
function fileHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': 'private, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unreadable(detail: string): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: `the video cannot be read: ${detail}`,
    kind: 'upstream_error',
    code: 'video_unavailable',
    retryable: false,
    disables: false,
  });
}
