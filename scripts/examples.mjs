// The examples of the pages docs/adding-*.md, as files and changes of files.
import fs from 'node:fs';
import path from 'node:path';

/** A new file: its path alone in a line, and a code block. */
const NEW_FILE = /^`([\w./-]+)`:\n\n```\w+\n([^]*?)^```$/gm;
const DIFF = /^```diff\n([^]*?)^```$/gm;

/**
 * @param {string} page Markdown
 * @returns {{ file: string, text: string }[]} the files that the page adds
 */
export function newFiles(page) {
  return [...page.matchAll(NEW_FILE)].map(([, file, text]) => ({ file, text }));
}

/**
 * @param {string} page Markdown
 * @returns {{ file: string, hunks: { before: string, after: string }[] }[]} how the page changes files that exist
 */
export function changes(page) {
  return [...page.matchAll(DIFF)].flatMap(([, diff]) =>
    diff
      .split(/^\+\+\+ /m)
      .slice(1)
      .map((section) => {
        const [file, ...lines] = section.split('\n');
        const hunks = lines
          .join('\n')
          .split(/^@@.*\n/m)
          .slice(1);
        return { file, hunks: hunks.map(hunkOf) };
      }),
  );
}

function hunkOf(text) {
  const lines = text.split('\n').filter((line) => line !== '');
  const of = (...signs) =>
    lines
      .filter(([sign]) => signs.includes(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { before: of(' ', '-'), after: of(' ', '+') };
}

/**
 * Applies all examples of a page.
 * @param {string} root folder of a copy of the sources
 * @returns {{ added: string[], changed: string[] }} files
 * @throws if a new file exists, or a change does not fit in exactly one place
 */
export function applyExamples(page, root) {
  const added = newFiles(page);
  const changed = changes(page);
  for (const { file, text } of added) {
    const target = path.join(root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text, { flag: 'wx' });
  }
  for (const { file, hunks } of changed) {
    const target = path.join(root, file);
    let text = fs.readFileSync(target, 'utf8');
    for (const { before, after } of hunks) {
      const parts = text.split(before);
      if (parts.length !== 2)
        throw new Error(`${file} has these lines ${parts.length - 1} times, not once:\n${before}`);
      text = parts.join(after);
    }
    fs.writeFileSync(target, text);
  }
  return { added: added.map(({ file }) => file), changed: changed.map(({ file }) => file) };
}
