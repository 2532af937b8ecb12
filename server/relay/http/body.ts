import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors/api-error.js';
import { codingOf } from './content-coding.js';

/**
 * Decodes a body by its Content-Encoding. The limit applies to the decoded size as well.
 * @param limit bytes
 * @throws ApiError body_too_large, body_encoding, content_coding_unsupported
 */
export async function decoded(body: Buffer, encoding: string, limit: number): Promise<Buffer> {
  const coding = codingOf(encoding);
  if (!coding) return body;
  try {
    return await coding.unpack(body, { maxOutputLength: limit });
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
