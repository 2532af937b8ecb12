import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { dumpLines } from '../dumps/dump-lines.js';
import type { DumpPart } from '../dumps/read-dump.js';
import { stageDump } from '../dumps/stage-dump.repository.js';
import type { Note } from '../rules.js';
import { UnreadableSource, type Source } from '../sources/source.js';
import { SqlSource } from '../sources/sql-source.repository.js';
import { columnsOf, KINDS, RECORDS, type Kind } from './kinds.js';
import { MANIFEST, parseManifest, type ExportFile } from './manifest.js';

/** Lines that are stored at once. */
const BATCH = 1000;
/** Of a reason why a line is refused, characters. */
const MAX_REASON = 300;

/**
 * Opens an export of `npm run export -- --to ndjson:…` as a source. Each file is checked whole before anything is imported; the rows are
 * kept in a temporary database, since their order is that of the import.
 * @throws UnreadableSource with the file, and the line where one is not of the form that it must have
 */
export async function openExport(folder: string): Promise<Source> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new UnreadableSource(`${folder} is no complete export: ${String(error)}`, { cause: error });
  });
  const manifest = parseManifest(text);
  const notes: Note[] = [];
  const parts = async function* (): AsyncGenerator<DumpPart> {
    for (const file of manifest.files) {
      const lines = checkedLines(folder, file);
      if (RECORDS.includes(file.kind)) {
        for await (const _checked of lines);
        notes.push({ table: file.kind, id: '', code: 'record_left', detail: `${file.rows} lines` });
      } else yield* partsOf(file.kind, lines);
    }
  };
  const label = `export, ${path.basename(path.resolve(folder))}, of ${manifest.at}`;
  const staged = await stageDump(parts(), label, () => true);
  return SqlSource.open(staged, {
    identity: `tollgate ${manifest.installation}`,
    notes,
    prices: undefined,
    own: { installation: manifest.installation, hasSecrets: manifest.secrets },
  });
}

/** A table without rows exists, too. */
async function* partsOf(
  kind: Kind,
  lines: AsyncIterable<Readonly<Record<string, unknown>>>,
): AsyncGenerator<DumpPart> {
  const columns = columnsOf(kind);
  let rows: (string | null)[][] = [];
  yield { table: kind, columns, rows };
  for await (const line of lines) {
    rows.push(columns.map((name) => columnTextOf(line[name])));
    if (rows.length < BATCH) continue;
    yield { table: kind, columns, rows };
    rows = [];
  }
  yield { table: kind, columns, rows };
}

/** A value as sources return it. */
function columnTextOf(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The lines of a file. Those before a failure were right in their form. */
async function* checkedLines(
  folder: string,
  file: ExportFile,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const schema = KINDS[file.kind];
  const hash = createHash('sha256');
  let number = 0;
  try {
    for await (const line of dumpLines(await contentOf(folder, file))) {
      number++;
      hash.update(line).update('\n');
      const { data, error } = schema.safeParse(parsed(line));
      if (!data) throw refused(file, `line ${number}`, reasonOf(error?.issues[0]));
      yield data;
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    throw refused(file, `after line ${number}`, String(error));
  }
  if (number !== file.rows) throw refused(file, `line ${number}`, `it is the last one of ${file.rows}`);
  if (hash.digest('hex') !== file.sha256)
    throw new UnreadableSource(`${file.file} is not as it was exported (SHA-256)`);
}

function refused({ file }: ExportFile, place: string, reason: string): UnreadableSource {
  return new UnreadableSource(`${file}, ${place}: ${reason}`);
}

function reasonOf(issue: { readonly path: PropertyKey[]; readonly message: string } | undefined): string {
  const place = issue?.path.map(String).join('.');
  return `${place ? `${place}: ` : ''}${issue?.message ?? 'unreadable'}`.slice(0, MAX_REASON);
}

/** @returns undefined for what is no JSON, which no schema takes */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The bytes of a file, which may have been compressed since. */
async function contentOf(folder: string, { file }: ExportFile): Promise<AsyncIterable<Buffer>> {
  const place = path.join(folder, file);
  for (const name of [place, `${place}.gz`]) {
    const exists = await access(name).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    const content = createReadStream(name);
    if (!name.endsWith('.gz')) return content;
    const unpacked = createGunzip();
    // A failed read ends the stream that is read here.
    content.on('error', (error) => unpacked.destroy(error));
    return content.pipe(unpacked);
  }
  throw new UnreadableSource(`${file} is missing`);
}
