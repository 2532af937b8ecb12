import { Logger } from '@nestjs/common';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import { SettlementFile } from './settlement-file.js';
import { readSpoolLines, spoolLine } from './spool-lines.js';

/** A file not touched for this long is considered abandoned (its process may be on another host), milliseconds. */
const ABANDONED_MS = 60_000;
const SUFFIX = '.jsonl';
/** The number of a file of copies begins with this. */
const COPIES = 's';

/** Owners of the spools in this process: their files are not orphans. */
const living = new Set<string>();

/**
 * Disk spool of settlements that Redis did not accept: one JSON array per line, flushed to disk before the caller is
 * notified. File names identify the owner: `<host>~<process id>~<owner>~<number>.jsonl`.
 */
export class Spool {
  private readonly logger = new Logger('Spool');
  private readonly base: string;
  /** Copies of what Redis accepted and Postgres does not have yet. */
  readonly copies: SettlementFile;
  private number = 0;
  /** Lines waiting for the next write; a write in progress has taken its lines already. */
  private waiting: { text: string; done: (error?: unknown) => void }[] = [];
  private writing: Promise<void> = Promise.resolve();
  private files = new Set<string>();

  constructor(
    private readonly directory: string,
    private readonly owner: string,
  ) {
    this.base = join(directory, [hostname(), process.pid, owner].join('~'));
    this.copies = new SettlementFile(`${this.base}~${COPIES}`);
    living.add(owner);
  }

  /** True if this process has no spool files. */
  get empty(): boolean {
    return this.files.size === 0;
  }

  /** Resolves when the item is on disk. Items added during a write share the next one. */
  append(item: SettleItem): Promise<void> {
    const text = spoolLine(item);
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, done: (error) => (error === undefined ? resolve() : reject(error)) });
      if (this.waiting.length === 1) this.writing = this.writing.then(() => this.writeWaiting());
    });
  }

  private async writeWaiting(): Promise<void> {
    const all = this.waiting;
    this.waiting = [];
    try {
      await this.write(all.map(({ text }) => text).join(''));
      for (const { done } of all) done();
    } catch (error) {
      // The failed write may have ended in the middle of a line, so the next write starts a new file.
      this.number++;
      for (const { done } of all) done(error);
    }
  }

  private async write(text: string): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const path = this.path();
    this.files.add(path);
    const file = await open(path, 'a', 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  private path(): string {
    return `${this.base}~${this.number}${SUFFIX}`;
  }

  /**
   * Ends the current file. @returns the files whose content the caller has in memory; pass them to `remove` when Redis
   * has it
   */
  async seal(): Promise<string[]> {
    await this.writing;
    const files = [...this.files];
    this.number++;
    return files;
  }

  async remove(files: readonly string[]): Promise<void> {
    for (const file of files) {
      await rm(file, { force: true });
      this.files.delete(file);
    }
  }

  /** Updates the timestamps of the files, which shows other processes that they are in use. */
  async keepAlive(): Promise<void> {
    const now = new Date();
    for (const file of this.files) {
      try {
        await utimes(file, now, now);
      } catch (error) {
        // Another process took this one for dead, and posts what is in the file.
        this.logger.warn(`${file} is no longer in use: ${String(error)}`);
        this.files.delete(file);
      }
    }
    await this.copies.keepAlive();
  }

  /**
   * Adopts the files of dead processes by renaming them, so that they are found again if this process dies too. Pass
   * each file to `remove` when its content is stored elsewhere.
   */
  async adopt(): Promise<{ file: string; items: SettleItem[] }[]> {
    const adopted: { file: string; items: SettleItem[] }[] = [];
    for (const name of await this.listed()) {
      if (!(await this.abandoned(name))) continue;
      const file = `${this.base}~a${this.number++}${SUFFIX}`;
      try {
        await rename(join(this.directory, name), file);
      } catch (error) {
        // Another process adopted it first.
        this.logger.log(`${name} was not taken over: ${String(error)}`);
        continue;
      }
      const items = readSpoolLines(await readFile(file, 'utf8'), (text, error) =>
        // The process was killed while writing, so this settlement was never confirmed as stored.
        this.logger.error(`${name} has an unreadable line of ${text.length} characters: ${String(error)}`),
      );
      adopted.push({ file, items });
      if (items.length > 0)
        this.logger.warn(`${items.length} settlements of a process that is gone are taken over from ${name}`);
    }
    return adopted;
  }

  private async listed(): Promise<string[]> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    return (await readdir(this.directory)).filter((name) => name.endsWith(SUFFIX));
  }

  private async abandoned(name: string): Promise<boolean> {
    const [host, pid, owner] = name.split('~');
    if (owner === undefined || living.has(owner)) return false;
    // The same host and process id: a process before a restart of this machine or container.
    if (host === hostname() && (Number(pid) === process.pid || !running(Number(pid)))) return true;
    const info = await stat(join(this.directory, name));
    return Date.now() - info.mtimeMs > ABANDONED_MS;
  }

  /** Gives up the ownership of the files, so that another spool may adopt them. */
  leave(): void {
    this.copies.close();
    living.delete(this.owner);
  }
}

function running(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}
