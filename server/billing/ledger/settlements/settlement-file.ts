import { Logger } from '@nestjs/common';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import { spoolLine } from './spool-lines.js';

/** Bytes after which a new file is begun, so that those before it can be removed although requests never pause. */
const FILE_BYTES = 256 * 1024;
/** Pause before the disk is tried again after an error, milliseconds. */
const RETRY_MS = 5000;

/** One file, and how many of its settlements are not posted yet. */
export interface FilePart {
  readonly path: string;
  readonly descriptor: number;
  unposted: number;
  bytes: number;
  /** Whether it could not be emptied the last time. */
  isStuck: boolean;
}

/**
 * Copies of the settlements of this process that are not posted yet, in files that outlive it: Redis may lose its data at
 * the moment in which this process is killed. The next process adopts them like the files of the spool.
 *
 * Written in one call for all settlements of a turn, before Redis gets them, and not flushed to disk: the kernel keeps what
 * a killed process wrote. Calls are synchronous, because they only copy to the page cache (2 µs), while an asynchronous one
 * costs ten times that.
 */
export class SettlementFile {
  private readonly logger = new Logger('SettlementFile');
  private readonly parts = new Set<FilePart>();
  private current: FilePart | undefined;
  private waiting: string[] = [];
  private number = 0;
  /** Unix milliseconds; 0 while writing works, Infinity after `close`. */
  private retryAt = 0;

  /** @param base path of the files up to their number */
  constructor(private readonly base: string) {}

  /** Takes a settlement, which the next `write` stores. @returns where; undefined while the disk does not accept files */
  add(item: SettleItem): FilePart | undefined {
    const part = this.writable();
    if (!part) return undefined;
    this.waiting.push(spoolLine(item));
    part.unposted++;
    return part;
  }

  /** Stores what `add` took since the last call. Never throws: Redis gets the settlements too. */
  write(): void {
    if (this.waiting.length === 0) return;
    const text = this.waiting.length === 1 ? this.waiting[0]! : this.waiting.join('');
    this.waiting = [];
    const part = this.current!;
    try {
      part.bytes += writeWhole(part.descriptor, text);
      if (part.bytes >= FILE_BYTES) this.current = undefined;
    } catch (error) {
      // The write may have ended in the middle of a line.
      this.current = undefined;
      this.failed(error);
    }
  }

  /** Empties or removes the files of which everything is posted. */
  clear(): void {
    for (const part of this.parts) {
      if (part.unposted > 0 || (part === this.current && part.bytes === 0)) continue;
      try {
        if (part === this.current) ftruncateSync(part.descriptor);
        else this.remove(part);
        part.bytes = 0;
        part.isStuck = false;
      } catch (error) {
        // Harmless: another process that adopts the file finds its settlements posted. Reported once, tried again each time.
        if (!part.isStuck) this.logger.warn(`${part.path} cannot be emptied: ${String(error)}`);
        part.isStuck = true;
      }
    }
  }

  /** Updates the timestamps of the files, which shows other processes that they are in use. */
  async keepAlive(): Promise<void> {
    const now = new Date();
    for (const part of this.parts) {
      try {
        await utimes(part.path, now, now);
      } catch (error) {
        // Another process took this one for dead, for instance after a pause of the machine, and posts what is in the file.
        this.logger.warn(`${part.path} is no longer in use: ${String(error)}`);
        if (this.current === part) this.current = undefined;
        this.remove(part);
      }
    }
  }

  /** Closes the files. Those with settlements that are not posted stay for the next process. */
  close(): void {
    this.write();
    this.current = undefined;
    this.retryAt = Infinity;
    for (const part of this.parts) {
      if (part.unposted === 0) this.remove(part);
      else closeSync(part.descriptor);
    }
    this.parts.clear();
  }

  private writable(): FilePart | undefined {
    if (this.current) return this.current;
    if (this.retryAt > Date.now()) return undefined;
    try {
      mkdirSync(dirname(this.base), { recursive: true, mode: 0o700 });
      const path = `${this.base}${this.number++}.jsonl`;
      this.current = { path, descriptor: openSync(path, 'a', 0o600), unposted: 0, bytes: 0, isStuck: false };
      this.parts.add(this.current);
      this.retryAt = 0;
    } catch (error) {
      this.failed(error);
    }
    return this.current;
  }

  private remove(part: FilePart): void {
    this.parts.delete(part);
    closeSync(part.descriptor);
    rmSync(part.path, { force: true });
  }

  private failed(error: unknown): void {
    if (this.retryAt === 0)
      this.logger.error(`settlements have no copy on disk until they are posted: ${String(error)}`);
    this.retryAt = Date.now() + RETRY_MS;
  }
}

/** `writeSync`, which writes at least one byte, and less than all of them if a disk is nearly full or a signal arrives. */
interface Write {
  (descriptor: number, text: string): number;
  (descriptor: number, bytes: Uint8Array, offset: number): number;
}

/** @returns the number of bytes. @throws when the disk is full or damaged */
export function writeWhole(descriptor: number, text: string, write: Write = writeSync): number {
  const length = Buffer.byteLength(text);
  let written = write(descriptor, text);
  if (written < length) {
    const bytes = Buffer.from(text);
    while (written < length) written += write(descriptor, bytes, written);
  }
  return length;
}
