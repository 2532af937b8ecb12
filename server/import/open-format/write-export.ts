import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { NewFolder } from '../../core/commands/new-folder.js';
import { exportedLine, type SecretTerms } from './exported-secrets.js';
import type { ExportedRowsRepository } from './exported-rows.repository.js';
import { lineSchema, manifestJsonSchema } from './json-schemas.js';
import { KIND_NAMES, type Kind } from './kinds.js';
import { FORMAT, type ExportFile, type ExportManifest } from './manifest.js';

export interface ExportTerms extends SecretTerms {
  readonly release: string;
  readonly report: (line: string) => void;
}

/** Writes all rows, as they are at one moment, and the schemas of their lines. @returns the manifest, which completes the folder */
export async function writeExport(
  rows: ExportedRowsRepository,
  folder: NewFolder,
  terms: ExportTerms,
): Promise<ExportManifest> {
  const at = await rows.begin();
  const installation = await rows.installation();
  const files: ExportFile[] = [];
  for (const kind of KIND_NAMES) {
    const file = await writeKind(rows, kind, folder, terms);
    terms.report(`${file.file}: ${file.rows} lines`);
    files.push(file);
  }
  await folder.write('manifest.schema.json', Readable.from([manifestJsonSchema()]));
  return {
    format: FORMAT,
    release: terms.release,
    at: at.toISOString(),
    installation,
    secrets: terms.isWithSecrets,
    files,
  };
}

async function writeKind(
  rows: ExportedRowsRepository,
  kind: Kind,
  folder: NewFolder,
  terms: SecretTerms,
): Promise<ExportFile> {
  const [file, schema] = [`${kind}.ndjson`, `${kind}.schema.json`];
  await folder.write(schema, Readable.from([lineSchema(kind)]));
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const batch of rows.rows(kind)) {
      const chunk = Buffer.from(batch.map((row) => `${exportedLine(kind, row, terms)}\n`).join(''));
      hash.update(chunk);
      lines += batch.length;
      bytes += chunk.length;
      yield chunk;
    }
  }
  await folder.write(file, Readable.from(chunks()));
  return { kind, file, schema, rows: lines, bytes, sha256: hash.digest('hex') };
}
