import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { dumpLines } from '../dumps/dump-lines.js';
import { readDump } from '../dumps/read-dump.js';
import { stageDump } from '../dumps/stage-dump.repository.js';
import { isOneHub, openOneHub } from '../one-hub/open-one-hub.js';
import { openMysql } from './mysql-connection.repository.js';
import { openPostgres } from './postgres-connection.repository.js';
import { UnreadableSource, type Source } from './source.js';
import { SqlSource, type SourceConnection } from './sql-source.repository.js';
import { openSqlite } from './sqlite-connection.repository.js';

/** First bytes of files. */
const SQLITE = 'SQLite format 3\0';
const GZIP = '\x1f\x8b';
const POSTGRES_ARCHIVE = 'PGDMP';

/** An address as the old gateways have it for MySQL: `user:password@tcp(host:port)/database?…`. */
const GO_MYSQL = /^([^:@]+):(.*)@tcp\(([^)]+)\)\/([^?]+)/;

/**
 * Opens a database by its address, or a file by its content: an SQLite database or a dump in text form, also compressed by gzip.
 * @param isNeeded whether the rows of a table will be read
 * @throws UnreadableSource
 */
export async function openSource(place: string, isNeeded: (table: string) => boolean): Promise<Source> {
  const source = await SqlSource.open(await connect(place, isNeeded));
  return isOneHub(source) ? openOneHub(source) : source;
}

async function connect(place: string, isNeeded: (table: string) => boolean): Promise<SourceConnection> {
  if (/^postgres(?:ql)?:\/\//.test(place)) return openPostgres(place);
  if (place.startsWith('mysql://')) return openMysql(place);
  const go = GO_MYSQL.exec(place);
  if (go) {
    const [user = '', password = '', database = ''] = [go[1], go[2], go[4]].map((part) =>
      encodeURIComponent(part ?? ''),
    );
    return openMysql(`mysql://${user}:${password}@${go[3]}/${database}`);
  }
  const file = place.replace(/^sqlite:(?:\/\/)?/, '').replace(/\?.*$/, '');
  const isCompressed = (await firstBytes(file)).startsWith(GZIP);
  const head = isCompressed ? await firstOf(() => plain(file, true)) : await firstBytes(file);
  if (head.startsWith(SQLITE)) return isCompressed ? openCompressed(file) : openSqlite(file);
  if (head.startsWith(POSTGRES_ARCHIVE))
    throw new UnreadableSource(
      `${file} is an archive of pg_dump: make a text of it with pg_restore -f dump.sql ${path.basename(file)}`,
    );
  if (head.includes('\0'))
    throw new UnreadableSource(`${file} is neither a database of SQLite nor a dump in text form`);
  return stageDump(readDump(dumpLines(plain(file, isCompressed))), `dump, ${path.basename(file)}`, isNeeded);
}

function plain(file: string, isCompressed: boolean): Readable {
  const raw = createReadStream(file);
  if (!isCompressed) return raw;
  const unpacked = createGunzip();
  // A failed read ends the stream that is read here.
  raw.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => raw.destroy());
  return raw.pipe(unpacked);
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file).catch((error: unknown) => {
    throw new UnreadableSource(`${file} cannot be opened: ${String(error)}`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function firstOf(stream: () => Readable): Promise<string> {
  const readable = stream();
  try {
    for await (const chunk of readable) return (chunk as Buffer).toString('latin1', 0, 16);
    return '';
  } catch (error) {
    throw new UnreadableSource(`the file cannot be unpacked: ${String(error)}`, { cause: error });
  } finally {
    readable.destroy();
  }
}

/** SQLite reads at any place of a file, so that it is unpacked first: into a folder that only this user can read. */
async function openCompressed(file: string): Promise<SourceConnection> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tollgate-import-'));
  try {
    const unpacked = path.join(folder, path.basename(file).replace(/\.gz$/, ''));
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(unpacked, { mode: 0o600 }));
    return openSqlite(unpacked);
  } finally {
    // The open database keeps its file until it is closed.
    await rm(folder, { recursive: true, force: true });
  }
}
