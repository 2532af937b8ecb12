import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../contract/errors/api-error.js';
import { inMemory, type FormBytes } from '../../dialects/operations/form.js';

/** Bytes of one body that are kept in memory; larger bodies go to disk as a whole. */
export const MAX_IN_MEMORY = 256 * 1024;

/** Storage of request bodies that are too large for memory. */
export class Uploads {
  constructor(private readonly directory: string) {}

  begin(): Upload {
    return new Upload(() => this.openFile());
  }

  /** Deletes files left by a process that was killed between opening and unlinking one. */
  async sweep(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const left = await readdir(this.directory);
    await Promise.all(left.map((name) => rm(join(this.directory, name), { force: true })));
  }

  /** Opens and unlinks a file, so that the system frees it with its handle however this process ends. */
  private async openFile(): Promise<FileHandle> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const path = join(this.directory, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
    } catch (problem) {
      // The sweep of another starting process may have removed it already.
      if ((problem as { code?: string }).code !== 'ENOENT') {
        await file.close();
        throw problem;
      }
    }
    return file;
  }
}

/** The body of one request, while it arrives and until it is discarded. */
export class Upload implements FormBytes {
  length = 0;
  private held: Buffer[] = [];
  private file: Promise<FileHandle> | undefined;
  private gone = false;

  constructor(private readonly openFile: () => Promise<FileHandle>) {}

  get memory(): Buffer | undefined {
    return undefined;
  }

  /** Resolves when the next chunk may be appended. @throws ApiError form_not_kept */
  async append(piece: Buffer): Promise<void> {
    this.length += piece.length;
    this.held.push(piece);
    if (this.file === undefined && this.length <= MAX_IN_MEMORY) return;
    const pieces = this.held;
    this.held = [];
    try {
      const file = await this.handle();
      for (const one of pieces) await file.appendFile(one);
    } catch (problem) {
      throw notStored(problem);
    }
  }

  /** The complete body; call after the last chunk. */
  whole(): FormBytes {
    return this.file === undefined ? inMemory(Buffer.concat(this.held)) : this;
  }

  async readInto(target: Uint8Array, from: number): Promise<void> {
    try {
      const file = await this.handle();
      for (let done = 0; done < target.length;) {
        const { bytesRead } = await file.read(target, done, target.length - done, from + done);
        if (bytesRead === 0) throw new Error('the file is shorter than what was written');
        done += bytesRead;
      }
    } catch (problem) {
      throw notStored(problem);
    }
  }

  /** Frees memory and file; reads and writes fail from here on. */
  async discard(): Promise<void> {
    this.gone = true;
    this.held = [];
    const file = await this.file?.catch(() => undefined);
    await file?.close();
  }

  private handle(): Promise<FileHandle> {
    if (this.gone) throw new Error('the upload is over');
    return (this.file ??= this.openFile());
  }
}

function notStored(cause: unknown): ApiError {
  return new ApiError('form_not_kept', {}, { cause, retryAfterSeconds: 5 });
}
