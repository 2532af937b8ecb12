import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { ApiError } from '../../contract/errors/api-error.js';

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** How a content coding is undone. */
interface Coding {
  readonly unpack: Unpack;
  readonly stream: () => Transform;
}

const GZIP: Coding = { unpack: promisify(zlib.gunzip), stream: () => zlib.createGunzip() };

/** Absent from the types of Node 20. */
interface ZstdOfNode {
  zstdDecompress(
    body: Buffer,
    options: { maxOutputLength: number },
    done: (error: Error | null, result: Buffer) => void,
  ): void;
  createZstdDecompress(): Transform;
}

/** By name, in lower case: https://www.iana.org/assignments/http-parameters#content-coding */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { unpack: promisify(zlib.inflate), stream: () => zlib.createInflate() }],
  ['br', { unpack: promisify(zlib.brotliDecompress), stream: () => zlib.createBrotliDecompress() }],
  ...zstd(),
]);

/** Node has it from 22.15 and 23.8 on (https://nodejs.org/api/zlib.html#zlibcreatezstddecompressoptions). */
function zstd(): [string, Coding][] {
  const { zstdDecompress, createZstdDecompress } = zlib as Partial<ZstdOfNode>;
  if (!zstdDecompress || !createZstdDecompress) return [];
  return [['zstd', { unpack: promisify(zstdDecompress), stream: () => createZstdDecompress() }]];
}

/**
 * The coding of a Content-Encoding header, whose names have no case; undefined if the body is not encoded.
 * @throws ApiError content_coding_unsupported
 */
export function codingOf(header: string | undefined): Coding | undefined {
  const name = (header ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const coding = CODINGS.get(name);
  if (!coding) {
    const accepted = [...CODINGS.keys()].join(', ');
    throw new ApiError('content_coding_unsupported', { coding: name.slice(0, 64), accepted });
  }
  return coding;
}
