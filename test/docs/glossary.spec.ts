import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
  '创建管理员账号失败: 用户名已存在': 'message of the compatible API',
  管理员账号: 'name of the part on the setup page',
  该微信账号已被绑定: 'message of the compatible API',
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

test('every exception is needed', () => {
  const all = FILES.flatMap(textsOf);
  expect(Object.keys(EXCEPTIONS).filter((kept) => !all.some((text) => text.includes(kept)))).toEqual([]);
});
