import { randomUUID } from 'node:crypto';
import { fileType, type Form, type FormBytes, type FormPart } from './form.js';

/** Body of an upstream call: bytes in memory, or a stream that starts anew each time it is iterated. */
export interface SentBody {
  readonly length: number;
  readonly body?: Buffer;
  readonly streamed?: AsyncIterable<Buffer>;
}

/** Part of a body: given bytes, or a byte range of the client's form, as it is or encoded as base64. */
export type Piece = Buffer | { readonly from: number; readonly to: number; readonly base64?: true };

/** Read size in bytes. A multiple of 3, so that blocks encoded as base64 need no padding in between. */
const BLOCK = 3 * 16 * 1024;

/** The form with one plain field set to a new value. A missing field is added as the first part. */
export function withField({ parts, boundary, first, bytes }: Form, name: string, value: string): SentBody {
  const part = parts.find((one) => one.name === name && one.fileName === undefined);
  if (part)
    return joined(bytes, [
      { from: 0, to: part.start },
      Buffer.from(value),
      { from: part.end, to: bytes.length },
    ]);
  const added = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return joined(bytes, [{ from: 0, to: first }, Buffer.from(added), { from: first, to: bytes.length }]);
}

/**
 * A new form: plain fields in this order, without the empty ones, then one file of the client's form.
 * @param fileField name of the file's field
 */
export function newForm(
  { bytes }: Form,
  fields: readonly (readonly [name: string, value: string])[],
  fileField: string,
  file: FormPart,
): SentBody & { readonly contentType: string } {
  const boundary = `tollgate-${randomUUID()}`;
  const plain = fields
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  const fileName = (file.fileName ?? 'audio').replaceAll(/["\r\n]/g, '_');
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="${fileField}"; filename="${fileName}"\r\n` +
    `content-type: ${fileType(file)}\r\n\r\n`;
  const body = joined(bytes, [
    Buffer.from(plain.join('') + head),
    { from: file.start, to: file.end },
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { ...body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** Concatenates the pieces: in memory if the form is in memory, otherwise as a stream that reads the form from disk. */
export function joined(bytes: FormBytes, pieces: readonly Piece[]): SentBody {
  const { memory } = bytes;
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (!memory) return { length, streamed: { [Symbol.asyncIterator]: () => assemble(bytes, pieces) } };
  const parts = pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : stretch(memory, piece)));
  return { length, body: Buffer.concat(parts, length) };
}

async function* assemble(bytes: FormBytes, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    for (let at = piece.from; at < piece.to; at += BLOCK) {
      // Each block gets a new buffer: the previous one may still be queued in the socket.
      const block = Buffer.allocUnsafe(Math.min(BLOCK, piece.to - at));
      await bytes.readInto(block, at);
      yield piece.base64 ? encoded(block) : block;
    }
  }
}

function stretch(memory: Buffer, { from, to, base64 }: Exclude<Piece, Buffer>): Buffer {
  const part = memory.subarray(from, to);
  return base64 ? encoded(part) : part;
}

function encoded(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('base64'), 'latin1');
}

function lengthOf(piece: Piece): number {
  if (Buffer.isBuffer(piece)) return piece.length;
  const length = piece.to - piece.from;
  return piece.base64 ? Math.ceil(length / 3) * 4 : length;
}
