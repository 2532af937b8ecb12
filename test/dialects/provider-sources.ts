import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PROVIDERS = 'server/dialects/providers';
/** What providers share. */
const KIT = 'server/dialects/kit';
/** The format of OpenAI, which most providers use, too. */
const OPENAI_FORMAT = `${KIT}/openai`;

/** The source files of all providers and of what they share, without their specs. */
export const providerFiles: readonly string[] = [PROVIDERS, KIT].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file)),
);

/** The sources of a provider: its folder, or its file. */
export function sourcesOf({ id }: { readonly id: string }): readonly string[] {
  const declaration = new RegExp(`\\n  id: '${id}',|localServer\\(\\s*\\d+,\\s*'${id}',`);
  const own = providerFiles.find((file) => declaration.test(readFileSync(file, 'utf8')));
  if (own === undefined) return [];
  if (id === 'openai') return [own, ...filesBelow(OPENAI_FORMAT)];
  return basename(own) === 'index.ts' ? filesBelow(dirname(own)) : [own];
}

function filesBelow(folder: string): readonly string[] {
  return providerFiles.filter((file) => file.startsWith(`${folder}/`));
}
