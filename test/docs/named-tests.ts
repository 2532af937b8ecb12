import { existsSync, readFileSync } from 'node:fs';

/**
 * Whether a file has a test or a group of tests with this title, as pages name them.
 * @param file without `.spec.ts`
 * @param title as it stands in the file, with the places of a table (`%s`)
 */
export function hasTest(file: string, title: string): boolean {
  const path = `${file}.spec.ts`;
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote},`));
}
