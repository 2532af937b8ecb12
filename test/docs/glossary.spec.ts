import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Localized } from '../../server/contract/fields.js';

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file));
/** Texts of the console, the errors and the settings do not use the words that docs/glossary.md rejects. */
const FILES = [
  ...below('web/src').filter((file) => /\/text\/(zh|en)\/[\w-]+\.ts$|\/texts\/(zh|en)\.ts$/.test(file)),
  ...below('server/contract').filter((file) =>
    /\/errors\/(zh|en)\/[\w-]+\.ts$|\/options\/cards\/[\w-]+\.ts$/.test(file),
  ),
];

/** Texts that keep a rejected word: part of a text → why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  服务账号: 'service account of Google Cloud, its own name',
};

function rejected(): readonly string[] {
  const rows = readFileSync('docs/glossary.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows.flatMap((row) =>
    Array.from(
      row
        .split('|')
        .at(-2)!
        .matchAll(/`([^`]+)`/g),
      ([, word]) => word!,
    ),
  );
}

/** String literals of a file without comments and synonyms, which no page shows; names of members are no texts. */
function textsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|synonyms:).*$/gm, '');
  return Array.from(
    source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g),
    ([, a, b]) => a ?? b ?? '',
  );
}

function found(text: string, words: readonly string[]): string | undefined {
  const rest = Object.keys(EXCEPTIONS).reduce((left, kept) => left.replaceAll(kept, ''), text);
  return words.find((word) => rest.includes(word));
}

test('texts have no word that the glossary rejects', () => {
  const words = rejected();
  expect(words.length).toBeGreaterThan(10);
  expect(FILES.length).toBeGreaterThan(60);
  const faults = FILES.flatMap((file) =>
    textsOf(file).flatMap((text) => {
      const word = found(text, words);
      return word === undefined ? [] : [`${file}: “${word}” in “${text}”`];
    }),
  );
  expect(faults).toEqual([]);
});

/** Texts that the documents of this product give word for word: their spelling stays. */
const seeds = Object.values(
  JSON.parse(readFileSync('test/fixtures/console/seed-strings.json', 'utf8')) as Record<string, Localized>,
);
const LITERALS = new Set(seeds.flatMap(({ zh, en }) => [withoutNames(zh), withoutNames(en)]));

function withoutNames(text: string): string {
  return text.replace(/\{\{?\w+\}\}?/g, '{}');
}

const HAN = '\\p{Script=Han}';
/** Places whose values are Chinese words in Chinese texts. */
const CHINESE_VALUES = 'ago|shape|type|option|dimension|measure|time|action';
/** Habits of Chinese typesetting: what breaks them, and what to write. */
const SPELLING: readonly (readonly [rule: string, fault: RegExp])[] = [
  [
    'a space between Chinese and Latin letters or digits',
    new RegExp(`${HAN}[A-Za-z\\d$]|[A-Za-z\\d%]${HAN}`, 'u'),
  ],
  [
    'a space between Chinese and a place',
    new RegExp(
      `${HAN}\\{\\{?(?!\\{|(?:${CHINESE_VALUES})\\})|\\{(?!(?:${CHINESE_VALUES})\\})\\w+\\}${HAN}`,
      'u',
    ),
  ],
  ['full-width punctuation after Chinese', new RegExp(`${HAN}(?:[,;!?()]|: ?(?!\\w))`, 'u')],
  ['no exclamation marks', /！/],
  ['one sign for what goes on: …', /\.\.\.|……/],
  ['curly quotes', /[「」]/],
];
/** Chinese texts that are spelled otherwise: text → why. */
const SPELLED_OTHERWISE: Readonly<Record<string, string>> = {
  '每行一个，格式为“名称: 值”，值中的 {key} 会替换为密钥。': 'what is typed has this colon',
  vip分组: 'default of an option, which clients of the compatible API show',
};

test('Chinese texts are spelled by the same habits', () => {
  const faults = FILES.flatMap((file) =>
    textsOf(file).flatMap((text) => {
      if (!/\p{Script=Han}/u.test(text) || LITERALS.has(withoutNames(text)) || SPELLED_OTHERWISE[text])
        return [];
      return SPELLING.filter(([, fault]) => fault.test(text)).map(([rule]) => `${file}: ${rule}: “${text}”`);
    }),
  );
  expect(faults).toEqual([]);
});

test('English labels and messages do not shout, and wait with one sign', () => {
  const faults = FILES.filter((file) => /\/en(\/[\w-]+)?\.ts$/.test(file)).flatMap((file) =>
    textsOf(file)
      .filter((text) => /[a-z] ?(!|\.\.\.)$/.test(text) && !LITERALS.has(withoutNames(text)))
      .map((text) => `${file}: “${text}”`),
  );
  expect(faults).toEqual([]);
});

/** English requests that ask for help rather than for input, and samples of prompts. */
const POLITE = ['Translate “The request is queued, please check the result later”'];

test('English texts say what to do without “please”', () => {
  const faults = FILES.filter((file) => !/\/zh(\/[\w-]+)?\.ts$/.test(file)).flatMap((file) =>
    textsOf(file)
      .filter((text) => /\bplease\b/i.test(text) && !LITERALS.has(withoutNames(text)))
      .filter((text) => !POLITE.some((start) => text.startsWith(start)))
      .map((text) => `${file}: “${text}”`),
  );
  expect(faults).toEqual([]);
});

/** What ends a text of several sentences: a full stop, or a value, address or heading of a list, which is copied or goes on. */
const ENDS = /[.!?…:。！？：）)”]$|[:：] ?\{+\w+\}+$|^\{\w+\}.*\{detail\}$|https?:\/\/\S+$/;

test('texts of several sentences end with a full stop', () => {
  const faults = FILES.flatMap((file) =>
    textsOf(file)
      .filter(
        (text) => /[a-z})]\. [A-Z{]|。\S/.test(text) && !ENDS.test(text) && !LITERALS.has(withoutNames(text)),
      )
      .map((text) => `${file}: “${text}”`),
  );
  expect(faults).toEqual([]);
});

test('every exception is needed', () => {
  const all = FILES.flatMap(textsOf);
  expect(Object.keys(EXCEPTIONS).filter((kept) => !all.some((text) => text.includes(kept)))).toEqual([]);
});
