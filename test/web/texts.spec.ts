import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Localized } from '../../server/contract/fields';
import { tabTitles } from '../../server/contract/options/declaration';
import { cards } from '../../server/contract/options/index';
import { unlistedOptions } from '../../server/contract/options/unlisted';
import { en } from '../../web/src/text/en/index';
import { managementErrors } from '../../server/contract/errors/zh/management.js';
import { zh } from '../../web/src/text/zh/index';

const seeds = JSON.parse(readFileSync('test/fixtures/console/seed-strings.json', 'utf8')) as Record<
  string,
  { zh: string; en: string }
>;
/** Said in another way, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'http.401login': 'the sentence with its exclamation mark, as everywhere else',
  'nav.langZh': 'languages are named by themselves, in the menu',
  'ch.copyFail': 'followed by the reason',
};

/** Texts of the console in both languages. */
type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}

const byName = (a = '', b = '') => a.localeCompare(b);
/** Texts that are declared with the options, by their place in the declarations. */
const declared = localized({ cards, unlistedOptions, tabTitles });
const chinese = new Map([...leaves(zh), ...declared.map(([key, text]) => [key, text.zh] as const)]);
const english = new Map([...leaves(en), ...declared.map(([key, text]) => [key, text.en] as const)]);
const places = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted(byName);

test('every text stands in both languages and has the same places to fill', () => {
  expect([...english.keys()].toSorted(byName)).toEqual([...chinese.keys()].toSorted(byName));
  const different = [...chinese].filter(
    ([key, text]) => places(text).join() !== places(english.get(key) ?? '').join(),
  );
  expect(different).toEqual([]);
});

test('no English text was left in Chinese', () => {
  const left = [...english].filter(([, text]) => /[\u4e00-\u9fff]/.test(text)).map(([key]) => key);
  // Languages are named in themselves; a mark of Chinese accounts is shown as they show it.
  expect(left).toEqual([
    'authPages.third.wechatHint',
    'options.cards.0.options.DefaultLanguage.choices.1.label',
  ]);
});

test('the literals of the product documents are there, word for word', () => {
  const texts = new Set([...chinese.values(), ...Object.values(managementErrors)].map(plain));
  const missing = Object.entries(seeds).filter(
    ([key, { zh: text }]) => !OTHERWISE[key] && !texts.has(plain(text)),
  );
  expect(missing.map(([key, { zh: text }]) => `${key}: ${text}`)).toEqual([]);
});

/** Keys in the code of the console, literal or with places: `token.title`, `palette.kind.${kind}`. */
const KEY = /['"`]([a-z]\w*(?:\.(?:\w|\$\{[^}]*\})+)+)['"`]/gi;

test('every text of the console is shown somewhere', () => {
  const code = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)texts?\/(zh|en|fr)/.test(file))
    .map((file) => readFileSync(path.join('web/src', file), 'utf8'))
    .join('\n');
  const keys = new Set(Array.from(code.matchAll(KEY), ([, key = '']) => key));
  const patterns = [...keys]
    .filter((key) => key.includes('${'))
    .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`));
  const unused = leaves(zh)
    // Forms of a plural are chosen by their number.
    .map(([key]) => key.replace(/_(?:zero|one|two|few|many|other)$/, ''))
    .filter((key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});

function localized(value: unknown, path = 'options'): [key: string, text: Localized][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('zh' in value && 'en' in value) return [[path, value as Localized]];
  return Object.entries(value).flatMap(([key, part]) => localized(part, `${path}.${key}`));
}

/** Without the names of places, which are the console's own. */
function plain(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '{{}}');
}
