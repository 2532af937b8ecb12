// Tests that are gone: their titles are nowhere at the end of the range, and their commit did not reword them.
import { git, NO_BLOB } from './history.mjs';

const TEST_FILE = /\.(?:spec|clients)\.tsx?$/;
/** `test('…', () => …)`, `test.each([…])('…', () => …)` and the same with `it`. */
const TITLE =
  /(?:\b(?:test|it)(?:\.\w+)*|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1,\s*(?:async\b|function\b|\(|\{|\w+ =>)/g;
/** Share of the words that two titles have in common, for one to be the other reworded. */
const ALIKE = 0.4;

/**
 * @typedef {object} RemovedTests the tests that a commit took out of a file, without saying so and without a new wording
 * @property {import('./history.mjs').Commit} commit
 * @property {string} file
 * @property {boolean} isFileGone at the end of the range, too
 * @property {string[]} titles
 * @property {string[]} gone those that are nowhere at the end of the range, in these or other words
 */

/**
 * @param {import('./history.mjs').Commit[]} commits
 * @param {string} head
 * @returns {RemovedTests[]}
 */
export function removedTests(commits, head) {
  const touched = commits.filter(
    ({ isStated, changes }) => !isStated && changes.some(({ from }) => TEST_FILE.test(from)),
  );
  const atHead = testFiles(head);
  const titlesOf = readTitles([
    ...atHead.values(),
    ...touched.flatMap(({ changes }) =>
      changes.filter(isTest).flatMap(({ before, after }) => [before, after]),
    ),
  ]);
  const atEnd = new Set([...atHead.values()].flatMap(titlesOf));
  return touched.flatMap((commit) => {
    const tests = commit.changes.filter(isTest);
    const before = new Set(tests.flatMap((change) => titlesOf(change.before)));
    const after = new Set(tests.flatMap((change) => titlesOf(change.after)));
    const fresh = [...after].filter((title) => !before.has(title));
    return tests
      .map((change) => {
        // A file that has as many tests as before has reworded ones.
        const isReworded = titlesOf(change.after).length >= titlesOf(change.before).length;
        const titles = isReworded
          ? []
          : titlesOf(change.before).filter((title) => !after.has(title) && !isAmong(fresh, title));
        return {
          commit,
          file: change.from,
          isFileGone: !atHead.has(change.from),
          titles,
          gone: titles.filter((title) => !atEnd.has(title) && !isAmong(atEnd, title)),
        };
      })
      .filter(({ titles }) => titles.length > 0);
  });
}

/** @param {RemovedTests} tests */
export function isGone({ commit, gone }) {
  return commit.isChecked && gone.length > 0;
}

const isTest = ({ from }) => TEST_FILE.test(from);

/** @returns {Map<string, string>} path → blob */
function testFiles(revision) {
  const entries = git(['ls-tree', '-r', '-z', '--full-tree', revision])
    .toString()
    .split('\0')
    .filter(Boolean);
  return new Map(
    entries
      .map((entry) => entry.split('\t'))
      .filter(([, path]) => TEST_FILE.test(path))
      .map(([meta, path]) => [path, meta.split(' ')[2]]),
  );
}

/** @returns {(blob: string) => string[]} */
function readTitles(blobs) {
  const titles = new Map([[NO_BLOB, []]]);
  const present = [...new Set(blobs)].filter((blob) => blob !== NO_BLOB);
  const output = git(['cat-file', '--batch'], present.map((blob) => `${blob}\n`).join(''));
  for (let at = 0; at < output.length;) {
    const start = output.indexOf('\n', at) + 1;
    const [blob, , size] = output.subarray(at, start).toString().trim().split(' ');
    at = start + Number(size);
    const source = output.subarray(start, at).toString();
    titles.set(
      blob,
      [...source.matchAll(TITLE)].map(([, , title]) => title.replace(/\s+/g, ' ')),
    );
    at++;
  }
  return (blob) => titles.get(blob);
}

function isAmong(titles, title) {
  const words = wordsOf(title);
  return [...titles].some((other) => {
    const others = wordsOf(other);
    const shared = [...words].filter((word) => others.has(word)).length;
    return shared >= ALIKE * (words.size + others.size - shared);
  });
}

const wordsOf = (title) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
