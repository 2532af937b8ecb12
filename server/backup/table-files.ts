import { Decrypter, Encrypter } from 'age-encryption';
import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip, type Gunzip } from 'node:zlib';
import { BackupRefused, type TableFile } from './backup-format.js';
import type { NewBackup, StoredBackup } from './places/backup-place.js';

/** Rows in text form compress to a fifth at this level; higher ones take twice the time for a tenth less. */
const COMPRESSION = { level: 3 };

/** Size and checksum of a file. */
export type FileSum = Pick<TableFile, 'bytes' | 'sha256'>;

/**
 * Writes the rows of a table to a file: compressed, and encrypted if there is a recipient.
 * @param recipient public key of age (https://age-encryption.org/v1)
 */
export async function writeRows(
  backup: NewBackup,
  { file, rows, recipient }: { file: string; rows: Readable; recipient: string | undefined },
): Promise<FileSum> {
  const sum = new Summing();
  const compressed = createGzip(COMPRESSION);
  const stored = backup.write(file, sum);
  if (recipient === undefined) await allDone([pipeline(rows, compressed, sum), stored]);
  else {
    const sealed = new PassThrough();
    await allDone([
      pipeline(rows, compressed, sealed),
      encrypted(sealed, recipient).then((output) => pipeline(output, sum)),
      stored,
    ]);
  }
  return sum.result();
}

/** As `Promise.all`, but a failure waits for the others: an upload that is aborted must have ended. */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function encrypted(content: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return nodeStream(await encrypter.encrypt(webStream(content)));
}

/**
 * Opens a file that `writeRows` wrote.
 * @param identity private key of age; needed for encrypted files
 * @returns streams for a pipeline, the last of which has the rows
 * @throws BackupRefused for an encrypted file without its key
 */
export async function openRows(
  backup: StoredBackup,
  { file }: TableFile,
  identity: string | undefined,
): Promise<[Readable, Gunzip]> {
  const content = await backup.read(file);
  if (!file.endsWith('.age')) return [content, createGunzip()];
  const decrypter = new Decrypter();
  if (identity !== undefined) decrypter.addIdentity(identity);
  try {
    return [nodeStream(await decrypter.decrypt(webStream(content))), createGunzip()];
  } catch (error) {
    content.destroy();
    throw new BackupRefused(`${file} cannot be decrypted with this key: ${String(error)}`);
  }
}

/** @throws BackupRefused for a file that is missing, cut off or changed */
export async function checkFile(backup: StoredBackup, table: TableFile): Promise<void> {
  const sum = new Summing();
  try {
    await pipeline(await backup.read(table.file), sum, async (content) => {
      for await (const _chunk of content as AsyncIterable<Buffer>);
    });
  } catch (error) {
    throw new BackupRefused(`${table.file} cannot be read: ${String(error)}`);
  }
  const { bytes, sha256 } = sum.result();
  if (bytes !== table.bytes || sha256 !== table.sha256)
    throw new BackupRefused(
      `${table.file} is damaged: it has ${bytes} bytes of ${table.bytes}, or other content`,
    );
}

/** Passes bytes on and sums them up. */
class Summing extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  result(): FileSum {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

function webStream(content: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>;
}

function nodeStream(content: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(content as ReadableStream<Uint8Array>);
}
