import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const field = z.union([z.string(), z.object({ url: z.string() })]);
const description = z.object({
  version: z.string(),
  repository: field.optional(),
  license: z.string().optional(),
});

/** The product's package.json, found in a parent directory of both the sources and the build. */
const product = readDescription(import.meta.dirname);

export const version = product.version;
/** URL of the source repository for browsers; '' if package.json has none. */
export const repository = repositoryAddress(product.repository);
/** SPDX expression; '' if package.json has none. */
export const license = product.license ?? '';

/**
 * Converts npm's repository formats (a git URL, or a GitHub `owner/name` shorthand) to a browser URL; '' for anything
 * else.
 */
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
