import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '../../contract/errors/api-error.js';
import { codingOf } from '../http/content-coding.js';
import { FormScanner } from '../../dialects/operations/form-scanner.js';
import type { Form } from '../../dialects/operations/form.js';
import type { Upload } from './uploads.js';

/** Bytes per processed block; smaller chunks are gathered first. */
const BLOCK = 64 * 1024;

/**
 * Receives a form as a stream: fields in memory, files in the upload store. Reads the next block only after the previous one
 * is written.
 * @param limit bytes, of the received and of the decoded body
 * @throws ApiError invalid_request (after the whole body), body_too_large, body_encoding, form_not_kept; other errors when
 * the client leaves
 */
export async function receiveForm(request: IncomingMessage, upload: Upload, limit: number): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const source = unpacked(request, limit);
  const scan = new Scan(request.headers['content-type'] ?? '', upload);
  try {
    for await (const block of blocks(source, limit)) await scan.take(block);
  } catch (problem) {
    if (source === request || problem instanceof ApiError || hasLeft(request)) throw problem;
    throw new ApiError('body_encoding', {}, { cause: problem });
  }
  return scan.form();
}

/** Returns whether the client left before its request was complete. */
export function hasLeft(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}

/** Reports an invalid form only after its last byte: clients do not read a response while they are still sending. */
class Scan {
  private scanner: FormScanner | undefined;
  private problem: unknown;

  constructor(
    contentType: string,
    private readonly upload: Upload,
  ) {
    this.try(() => (this.scanner = new FormScanner(contentType)));
  }

  async take(block: Buffer): Promise<void> {
    this.try(() => this.scanner?.push(block));
    if (this.problem === undefined)
      await this.upload.append(block).catch((problem: unknown) => (this.problem = problem));
  }

  form(): Form {
    if (this.problem !== undefined || !this.scanner) throw this.problem;
    return this.scanner.end(this.upload.whole());
  }

  private try(act: () => void): void {
    if (this.problem !== undefined) return;
    try {
      act();
    } catch (problem) {
      this.problem = problem;
    }
  }
}

async function* blocks(source: Readable, limit: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  let received = 0;
  // Stopping early must not destroy the connection, which is needed for the error response.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > limit) throw tooLarge(limit);
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < BLOCK) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}

/** Stream of the body decoded by its Content-Encoding. */
function unpacked(request: IncomingMessage, limit: number): Readable {
  const coding = codingOf(request.headers['content-encoding']);
  if (!coding) return request;
  const unpacker = coding.stream();
  let received = 0;
  request.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > limit) unpacker.destroy(tooLarge(limit));
  });
  request.once('close', () => {
    if (hasLeft(request)) unpacker.destroy(new Error('the client left'));
  });
  // Drops the rest of the body.
  unpacker.on('error', () => request.unpipe(unpacker).resume());
  return request.pipe(unpacker);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', { limit: Math.round(limit / 1024 / 1024) });
}
