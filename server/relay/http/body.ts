import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { ApiError } from '../../contract/errors/api-error.js';

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * Decodes a body by its Content-Encoding. The limit applies to the decoded size as well.
 * @param limit bytes
 * @throws ApiError body_too_large, body_encoding
 */
export async function decoded(body: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'br') throw new ApiError('body_encoding');
  try {
    return await unpackers[encoding](body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ApiError('body_too_large', { limit: Math.round(limit / 1024 / 1024) });
    throw new ApiError('body_encoding', {}, { cause: error });
  }
}

/** Bytes. Unread bodies up to this size are drained, so that a client with an invalid key keeps its connection. */
export const SMALL_BODY = 64 * 1024;

/** Bytes that may still arrive, by Content-Length; Infinity for chunked bodies. */
export function bodyLength({ headers, readableEnded }: IncomingMessage): number {
  if (readableEnded) return 0;
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}
