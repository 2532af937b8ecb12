import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const field = z.union([z.string(), z.object({ url: z.string() })]);
const description = z.object({
  version: z.string(),
  repository: field.optional(),
  license: z.string().optional(),
});

/** The folder of the product's package.json, which is above both the sources and the build. */
export const productFolder = findProduct(import.meta.dirname);

const product = description.parse(JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')));

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

function findProduct(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('package.json is missing');
  return findProduct(dirname(folder));
}
