import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { ApiError } from '../../core/api-error.js';
import { FormScanner } from '../../dialects/operations/form-scanner.js';
import type { Form } from '../../dialects/operations/form.js';
import type { Upload } from './uploads.js';

/** Bytes that are read and written at a time, however small the pieces are in which they come. */
const BLOCK = 64 * 1024;

/**
 * Reads a form as it arrives: its fields into memory, its files where uploads are kept. The next piece is asked for when
 * the last one is written.
 * @param limit bytes, of what comes as of what comes out of it
 * @throws Refusal invalid_request (after the whole body), body_too_large, body_encoding, form_not_kept; other errors when
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

/** Did the client leave before its request was whole? */
export function hasLeft(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}

/** A form that cannot be read is refused when all of it has come: clients that are still sending hear no answer. */
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
  // The connection must live on, for the answer, when this ends early.
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

/** The body without its Content-Encoding, as it comes. */
function unpacked(request: IncomingMessage, limit: number): Readable {
  const encoding = request.headers['content-encoding'];
  if (!encoding || encoding === 'identity') return request;
  if (encoding !== 'gzip' && encoding !== 'br') throw new ApiError('body_encoding');
  const unpacker = encoding === 'gzip' ? createGunzip() : createBrotliDecompress();
  let received = 0;
  request.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > limit) unpacker.destroy(tooLarge(limit));
  });
  request.once('close', () => {
    if (hasLeft(request)) unpacker.destroy(new Error('the client left'));
  });
  // What else comes is dropped.
  unpacker.on('error', () => request.unpipe(unpacker).resume());
  return request.pipe(unpacker);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('body_too_large', { limit: Math.round(limit / 1024 / 1024) });
}
