// Reads commits from git: which files and lines each of them changed. Only reads.
import { spawnSync } from 'node:child_process';

/** The blob of a file that is not there, as git writes it. */
export const NO_BLOB = '0'.repeat(40);
/** All files but generated ones, whose tests fail if they are old. */
const WRITTEN = [':(top)', ':(top,exclude)package-lock.json', ':(top,exclude)docs/compatibility.md'];
/** Shorter lines, and lines without a word, stand everywhere. */
const MIN_LINE_LENGTH = 14;
/** Options of git for a patch that `changedLines` reads, whatever the user's configuration is. */
export const PLAIN_PATCH = ['-U0', '--no-color', '--no-ext-diff', '--no-textconv'];

/**
 * @typedef {object} Change one file of a commit; a renamed file has two paths
 * @property {string} from
 * @property {string} to
 * @property {string} before blob, or NO_BLOB if the commit adds the file
 * @property {string} after blob, or NO_BLOB if the commit deletes the file
 *
 * @typedef {object} Commit
 * @property {string} hash
 * @property {string[]} parents
 * @property {string} subject
 * @property {number} number position in the history that was read, oldest first
 * @property {boolean} isChecked whether it is part of the range, and not only read for comparison
 * @property {boolean} isStated whether it says that it takes something out
 * @property {Change[]} changes none for merges and for commits without a parent
 * @property {Set<string>} added as `changedLines` returns them
 * @property {Set<string>} removed
 */

/** @throws Error with git's message */
export function git(args, input) {
  const { error, status, stdout, stderr } = spawnSync('git', args, { input, maxBuffer: 2 ** 31 - 1 });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.toString().trim()}`);
  return stdout;
}

/** The first line that git prints, or undefined if it fails. */
export function gitLine(...args) {
  try {
    return git(args).toString().split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string[]} earlier hashes of commits to compare with, oldest first
 * @param {string[]} range hashes of the commits to check, oldest first
 * @returns {Commit[]} oldest first
 */
export function readHistory(earlier, range) {
  const hashes = [...earlier, ...range];
  const commits = hashes.map((hash, number) => ({
    hash,
    number,
    isChecked: number >= earlier.length,
    isStated: false,
    changes: [],
    added: new Set(),
    removed: new Set(),
  }));
  const byHash = new Map(commits.map((commit) => [commit.hash, commit]));
  readMessages(hashes, byHash);
  readChanges(hashes, byHash);
  return commits;
}

function readMessages(hashes, byHash) {
  const format = '--format=%H%x00%P%x00%s%x00%b%x00';
  const fields = git(['log', '--no-walk=unsorted', '--stdin', '--no-show-signature', format], lines(hashes))
    .toString()
    .split('\0');
  for (let at = 0; at + 4 < fields.length; at += 4) {
    const [hash, parents, subject, body] = fields.slice(at, at + 4);
    const commit = byHash.get(hash.trim());
    commit.parents = parents.split(' ').filter(Boolean);
    commit.subject = subject;
    for (const stated of statedBy(commit, body, [...byHash.values()])) stated.isStated = true;
  }
}

/** The commits for which a message says that they take something out: its own, or a published one that it names. */
function statedBy(commit, body, commits) {
  if (/^This reverts commit [0-9a-f]{7,}/m.test(body)) return [commit];
  return [...body.matchAll(/^Removes:(.*)$/gim)].flatMap(([, statement]) => {
    const [, hash, reason] = /^\s*([0-9a-f]{7,40})\b[\s:,]*(.*)$/.exec(statement) ?? [];
    const named = commits.find((other) => hash !== undefined && other.hash.startsWith(hash));
    if (named) return reason.trim() ? [named] : [];
    return statement.trim() ? [commit] : [];
  });
}

/** What each commit changed. `diff-tree` prints nothing of merges and of commits without a parent. */
function readChanges(hashes, byHash) {
  const format = ['-r', '-M', '--raw', '--no-abbrev', '-p', ...PLAIN_PATCH];
  const output = git(
    ['-c', 'core.quotePath=false', 'diff-tree', '--stdin', ...format, '--', ...WRITTEN],
    lines(hashes),
  );
  // The hash of the commit, its files, an empty line, and the patch.
  const parts = output.toString().split(/^(?=[0-9a-f]{40}$)/m);
  for (const part of parts.filter(Boolean)) {
    const end = part.indexOf('\n\n');
    const [hash, ...files] = part.slice(0, end).split('\n');
    const changes = files.map((line) => {
      const [meta, from, to = from] = line.split('\t');
      const [, , before, after] = meta.split(' ');
      return { before, after, from, to };
    });
    Object.assign(byHash.get(hash), { changes }, changedLines(part.slice(end)));
  }
}

/**
 * @param {string} patch without context lines
 * @returns {{added: Set<string>, removed: Set<string>}} lines without indentation; a moved line is neither added nor removed
 */
export function changedLines(patch) {
  const added = new Set();
  const removed = new Set();
  let isHunk = false;
  for (const line of patch.split('\n')) {
    const sign = line[0];
    if (isHunk && (sign === '+' || sign === '-')) {
      const text = line.slice(1).trim();
      if (isTelling(text)) (sign === '+' ? added : removed).add(text);
    } else isHunk = line.startsWith('@@') || (isHunk && sign === '\\');
  }
  for (const line of added) if (removed.delete(line)) added.delete(line);
  return { added, removed };
}

const isTelling = (line) => line.length >= MIN_LINE_LENGTH && /[a-z]{3}/i.test(line);

const lines = (values) => values.map((value) => `${value}\n`).join('');
