import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { MAX_IMPORT_BYTES, type ImportUploadResponse } from '../../contract/resources/import.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { ImportRunsRepository } from './import-runs.repository.js';

/** A file is removed after this time at the latest, seconds. */
const MAX_AGE = 24 * 3600;
const FOLDER = 'tollgate-upload-';
const MIB = 1024 ** 2;

/** Files that were uploaded to this server: in a folder that only its user can read, with one file for each. */
@Injectable()
export class ImportUploads implements BeforeApplicationShutdown {
  /** Names this process in rows of files and runs. */
  readonly server = randomUUID();
  private readonly logger = new Logger(ImportUploads.name);
  private readonly files = new Map<string, string>();
  private folder: Promise<string> | undefined;

  constructor(
    private readonly rows: ImportRunsRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Path of a file that is here. */
  fileOf(id: string): string | undefined {
    return this.files.get(id);
  }

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /**
   * Writes a body to a file as it arrives.
   * @throws ApiError request_too_large, import_file_unknown
   */
  async receive(actor: SignedIn, body: Readable, name: string): Promise<ImportUploadResponse> {
    const id = randomUUID();
    const check = new CheckedFile(MAX_IMPORT_BYTES);
    const file = path.join(await this.ownFolder(), `${id}${/\.gz$/i.test(name) ? '.gz' : ''}`);
    try {
      await pipeline(body, check, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      const upload = { id, server: this.server, name: path.basename(name), bytes: check.bytes };
      const createdAt = await this.rows.transaction(async (db) => {
        const at = await this.rows.addUpload(db, upload);
        const details = { step: 'upload', upload: id, name: upload.name, bytes: upload.bytes };
        await this.audit.record(db, { action: 'import', actor, details });
        return at;
      });
      this.files.set(id, file);
      return { id, name: upload.name, bytes: upload.bytes, created_at: createdAt };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** Removes files whose rows are gone, and renews the rows of the others. */
  async keep(): Promise<void> {
    const wanted = new Set(await this.rows.keepUploads(this.server, MAX_AGE));
    for (const [id, file] of this.files)
      if (!wanted.has(id)) {
        this.files.delete(id);
        await rm(file, { force: true });
      }
  }

  /** @throws ApiError import_upload_missing, import_running */
  async remove(actor: SignedIn, id: string): Promise<void> {
    if (!(await this.rows.uploads()).some((upload) => upload.id === id))
      throw new ApiError('import_upload_missing');
    if (await this.rows.isRead(id)) throw new ApiError('import_running');
    await this.rows.transaction(async (db) => {
      await this.rows.removeUploads(db, [id]);
      await this.audit.record(db, {
        action: 'import',
        actor,
        details: { step: 'upload_removed', upload: id },
      });
    });
    if (this.files.has(id)) await this.keep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const folder = await this.folder;
    if (folder === undefined) return;
    await rm(folder, { recursive: true, force: true });
    await this.rows
      .transaction((db) => this.rows.removeUploads(db, [...this.files.keys()]))
      .catch((error: unknown) => this.logger.warn(`rows of uploads stay: ${String(error)}`));
  }

  private ownFolder(): Promise<string> {
    this.folder ??= (async () => {
      await removeAbandoned();
      return mkdtemp(path.join(os.tmpdir(), FOLDER));
    })();
    return this.folder;
  }
}

/** Removes the folders of processes that were killed: no file of a living one is so old. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const folder = path.join(os.tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (found && found.uid === process.getuid?.() && found.mtimeMs < Date.now() - (MAX_AGE + 3600) * 1000)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Passes a file on while its beginning is that of a database or a dump, and its size within the limit. */
class CheckedFile extends Transform {
  bytes = 0;
  private head: Buffer | undefined = Buffer.alloc(0);

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes)
      return done(new ApiError('request_too_large', { limit: `${this.maxBytes / MIB} MiB` }));
    if (this.head === undefined) return done(null, chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < HEAD_BYTES) return done();
    this.passHead(done);
  }

  override _flush(done: TransformCallback): void {
    if (this.head === undefined) done();
    else this.passHead(done);
  }

  private passHead(done: TransformCallback): void {
    const head = this.head ?? Buffer.alloc(0);
    this.head = undefined;
    if (isDatabase(head)) done(null, head);
    else done(new ApiError('import_file_unknown'));
  }
}

const HEAD_BYTES = 512;

/** SQLite, gzip, or a dump in text form: its first statement or comment. */
function isDatabase(head: Buffer): boolean {
  if (head.subarray(0, 16).equals(Buffer.from('SQLite format 3\0'))) return true;
  if (head[0] === 0x1f && head[1] === 0x8b) return true;
  const text = head.subarray(0, HEAD_BYTES).toString('latin1').trimStart();
  return (
    !text.includes('\0') && /^(?:--|\/\*|#|SET\b|CREATE\b|INSERT\b|COPY\b|BEGIN\b|DROP\b|\\)/i.test(text)
  );
}
