import { parseArgs } from 'node:util';
import { WrongArguments } from '../../core/commands/run-command.js';
import { OPEN_FORMAT_PREFIX } from '../open-format/manifest.js';

export const EXPORT_USAGE = `npm run export -- --to ndjson:<folder> [--with-secrets]
npm run export -- --to new-api --source <address> --out <file> [--as <name>]

  --to ndjson:<folder>   all of this installation in open formats, as the new folder: NDJSON, JSON Schema and a manifest, which
                         npm run import reads back. Servers and workers may run
  --with-secrets         passwords (hashes), keys, codes and other secrets too, in clear text; they are null without it

  --to new-api           a script by which the database of new-api, one-api or a fork has what is here. Stop the servers first
  --source <address>     the database that was imported, as for npm run import. It is only read
  --out <file>           the script, for sqlite3, psql or mysql. It has keys in clear text
  --as <name>            name of the import, if it has one`;

/** What is exported, and where to. */
export type ExportArguments =
  | { readonly to: 'folder'; readonly folder: string; readonly isWithSecrets: boolean }
  | {
      readonly to: 'new-api';
      readonly source: string;
      readonly out: string;
      /** Of the import. */
      readonly name: string | undefined;
    };

/** @throws WrongArguments */
export function exportArguments(args: readonly string[]): ExportArguments {
  const { to = '', source, out, as: name, 'with-secrets': isWithSecrets } = parsed(args);
  if (to === '') throw new WrongArguments('--to is missing');
  if (to.startsWith(OPEN_FORMAT_PREFIX)) {
    const folder = to.slice(OPEN_FORMAT_PREFIX.length);
    if (folder === '')
      throw new WrongArguments(`--to: name the new folder, as ${OPEN_FORMAT_PREFIX}<folder>`);
    if (source !== undefined || out !== undefined || name !== undefined)
      throw new WrongArguments('--source, --out and --as are for --to new-api');
    return { to: 'folder', folder, isWithSecrets: isWithSecrets ?? false };
  }
  if (to !== 'new-api') throw new WrongArguments(`--to: there is no format ${to}`);
  if (isWithSecrets !== undefined)
    throw new WrongArguments('--with-secrets is for --to ndjson: the script always has them');
  if (!source) throw new WrongArguments('--source is missing');
  if (!out) throw new WrongArguments('--out is missing');
  return { to, source, out, name };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        to: { type: 'string' },
        source: { type: 'string' },
        out: { type: 'string' },
        as: { type: 'string' },
        'with-secrets': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error));
  }
}
