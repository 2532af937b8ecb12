import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The version in package.json, which lies above the sources as well as above the build. */
export const version = readVersion(import.meta.dirname);

function readVersion(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file))
    return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  if (dirname(folder) === folder) throw new Error('package.json is missing');
  return readVersion(dirname(folder));
}
