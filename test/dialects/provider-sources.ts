import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const CODE = 'server/dialects/providers';

/** The source files of all providers, without their specs. */
export const providerFiles: readonly string[] = readdirSync(CODE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => join(CODE, file));

/** The sources of a provider: its folder, or its file. */
export function sourcesOf({ id }: { readonly id: string }): readonly string[] {
  const declaration = new RegExp(`\\n  id: '${id}',|localServer\\(\\s*\\d+,\\s*'${id}',`);
  const own = providerFiles.find((file) => declaration.test(readFileSync(file, 'utf8')));
  if (own === undefined) return [];
  const folder = dirname(own);
  return basename(own) === 'index.ts' ? providerFiles.filter((file) => dirname(file) === folder) : [own];
}
