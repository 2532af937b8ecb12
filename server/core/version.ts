import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const field = z.union([z.string(), z.object({ url: z.string() })]);
const description = z.object({
  version: z.string(),
  repository: field.optional(),
  license: z.string().optional(),
});

/** What package.json says of the product; it lies above the sources as well as above the build. */
const product = readDescription(import.meta.dirname);

export const version = product.version;
/** Where people find the source, as an address for browsers; '' = nowhere that package.json knows. */
export const repository = repositoryAddress(product.repository);
/** SPDX expression; '' = none is given. */
export const license = product.license ?? '';

/** The forms that npm knows: an address of git, or a short name at a code host. */
export function repositoryAddress(written: z.infer<typeof field> | undefined): string {
  const text = (typeof written === 'object' ? written.url : (written ?? '')).trim();
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1];
  const address = (short ? `https://github.com/${short}` : text)
    .replace(/^git\+/, '')
    .replace(/(\.git)?\/?$/, '');
  return /^https?:\/\/[^/]+\/[^/]+\/.+/.test(address) ? address : '';
}

function readDescription(folder: string): z.infer<typeof description> {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return description.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (dirname(folder) === folder) throw new Error('package.json is missing');
  return readDescription(dirname(folder));
}
