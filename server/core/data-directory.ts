import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotStart, startMessages } from './commands/cannot-start.js';
import { textOf } from './connections/message.js';

/**
 * Creates the data directory if it is missing, and checks that the process can write to it: settlements that Redis does not
 * take are kept there.
 * @throws CannotStart
 */
export function checkDataDirectory(path: string): void {
  const directory = resolve(path);
  const probe = join(directory, `.write-check-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code = 'unwritable' } = error as NodeJS.ErrnoException;
    const values = { directory, code, uid: String(process.getuid?.() ?? 'unknown') };
    throw new CannotStart(`TOLLGATE_DATA_DIR: ${textOf(startMessages.dataDirectory, values)}`, {
      cause: error,
    });
  }
}
