import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TEXT_PARTS } from '../../web/src/text/text-parts';
import { zh } from '../../web/src/text/zh/index';

/**
 * Pages load the texts of the features that they name. A text whose feature is not named would be shown as its key, so what each page can
 * reach in the code is compared with what it names.
 */
const SOURCE = path.resolve('web/src');
const ROUTES = path.join(SOURCE, 'routes.tsx');
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;]*?\sfrom\s+)?'(\.[^']+)'/gm;
const LATE_IMPORT = /import\('(\.[^']+)'\)/g;
/** What a module loads together with the code that it imports late. */
const NAMED = /(?:loadTexts\(\[|lazyDialog\([\s\S]*?,\s*\[)([^\]]*)\]/g;
const KEY = /['`]([a-zA-Z]+)\.[a-zA-Z$]/g;
const TEXTS = /\/texts\/|\/text\/(?:zh|en|fr)\//;

interface Module {
  readonly imports: readonly string[];
  readonly late: readonly string[];
  readonly parts: readonly string[];
  readonly named: readonly string[];
}

const modules = new Map<string, Module>();

/** Features by the key of their texts. */
const partOf = new Map(
  TEXT_PARTS.filter((part) => part !== 'problems').flatMap((part) =>
    all(readFileSync(path.join(SOURCE, 'features', part, 'texts/zh.ts'), 'utf8'), /export const (\w+)/g)
      .filter((name) => Object.hasOwn(zh, name))
      .map((name) => [name, part] as const),
  ),
);

function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

function fileOf(from: string, name: string): string | undefined {
  const base = path.resolve(path.dirname(from), name);
  return ['.ts', '.tsx', '/index.ts'].map((end) => base + end).find((file) => existsSync(file));
}

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const code = readFileSync(file, 'utf8');
  const found = (pattern: RegExp) =>
    all(code, pattern)
      .flatMap((name) => fileOf(file, name) ?? [])
      .filter((each) => !TEXTS.test(each));
  const module = {
    imports: found(IMPORT),
    late: found(LATE_IMPORT),
    parts: all(code, KEY).flatMap((key) => partOf.get(key) ?? []),
    named: all(code, NAMED).flatMap((names) => all(names, /'([^']+)'/g)),
  };
  modules.set(file, module);
  return module;
}

/** Parts that the code from a file on shows. Modules that load texts for what they import late are counted for themselves. */
function shownFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file === ROUTES) return new Set();
  seen.add(file);
  const { imports, late, parts, named } = moduleOf(file);
  const beyond = [...imports, ...late].flatMap((each) => [...shownFrom(each, seen)]);
  return new Set([...parts, ...beyond].filter((part) => !named.includes(part)));
}

const screens = readFileSync(ROUTES, 'utf8')
  .split(/^ {2}\{$/m)
  .slice(1)
  .map((screen) => ({
    page: fileOf(ROUTES, all(screen, LATE_IMPORT)[0]!)!,
    isLight: screen.includes('light: true'),
    texts: all(screen, /texts: \[([^\]]*)\]/g).flatMap((names) => all(names, /'([^']+)'/g)),
  }));

test.each(
  screens.filter(({ isLight }) => !isLight).map(({ page, texts }) => [path.basename(page), page, texts]),
)('%s names the features whose texts it shows', (_name, page, texts) => {
  expect([...shownFrom(page)].filter((part) => !texts.includes(part))).toEqual([]);
});
