// Commits that take back earlier ones without saying so, as a commit does that was made from an older tree.
import { gitLine, NO_BLOB } from './history.mjs';

/** How many commits an earlier commit may lie back: older code is replaced on purpose all the time. */
export const WINDOW = 60;
/** How many lines of an earlier commit are taken back at least, where no files are as they were before it. */
const MIN_LINES = 10;
/** This many of its files are as they were before it: one alone may be so by chance. */
const MIN_FILES = 2;
/** Share of the taken lines that came back later: then they are restored. */
const RESTORED = 0.8;

/**
 * @typedef {object} Undoing
 * @property {import('./history.mjs').Commit} commit
 * @property {import('./history.mjs').Commit} earlier what it takes back
 * @property {string[]} files as they were before the earlier commit
 * @property {string[]} deleted files that the earlier commit added
 * @property {string[]} out lines that the earlier commit added
 * @property {string[]} back lines that the earlier commit removed
 */

/**
 * @param {import('./history.mjs').Commit[]} commits oldest first
 * @param {Set<import('./history.mjs').Commit>} takers commits that took out tests
 * @returns {Undoing[]} of the checked commits
 */
export function undoings(commits, takers) {
  const lines = new LineHistory();
  const files = new FileHistory();
  const found = [];
  for (const commit of commits) {
    const pairs = new Map();
    const pairWith = (number) => {
      if (!pairs.has(number))
        pairs.set(number, { commit, earlier: commits[number], files: [], deleted: [], out: [], back: [] });
      return pairs.get(number);
    };
    for (const change of commit.changes)
      for (const number of files.undoneBy(change, commit.number))
        pairWith(number)[change.after === NO_BLOB ? 'deleted' : 'files'].push(change.to);
    for (const [number, line] of lines.added(commit.removed)) pairWith(number).out.push(line);
    for (const [number, line] of lines.removed(commit.added)) pairWith(number).back.push(line);
    files.record(commit);
    lines.record(commit);
    if (commit.isStated) continue;
    const undone = [...pairs.values()].filter(isUndoing);
    // Whoever undoes a commit that took something out restores it.
    if (undone.every(({ earlier }) => takers.has(earlier))) continue;
    takers.add(commit);
    found.push(...undone.filter(({ earlier }) => !takers.has(earlier)));
  }
  const isRestored = (undoing) =>
    (undoing.out.length + undoing.back.length > 0 ? lines : files).isRestored(undoing);
  return found.filter((undoing) => undoing.commit.isChecked && !isRestored(undoing));
}

function isUndoing({ commit, earlier, files, deleted, out, back }) {
  if (commit.number - earlier.number > WINDOW) return false;
  const taken = out.length + back.length;
  const all = earlier.added.size + earlier.removed.size;
  // Code that is written anew takes out lines too, but does not bring the old ones back.
  const isInverse = taken >= all / 2 && earlier.removed.size > 0 && back.length >= earlier.removed.size / 2;
  const isMostlyGone = taken >= 0.9 * all;
  const asBefore = files.length + deleted.length;
  return (
    (asBefore >= MIN_FILES ||
      (asBefore > 0 && asBefore === earlier.changes.length) ||
      (taken >= MIN_LINES && (isInverse || isMostlyGone))) &&
    gitLine('merge-base', earlier.hash, commit.hash) === earlier.hash
  );
}

/** The contents that each path had. */
class FileHistory {
  #states = new Map();

  #statesOf({ from, to, before }) {
    const states = this.#states.get(to) ?? [...(this.#states.get(from) ?? [])];
    // Merges change files too.
    if (states.at(-1)?.blob !== before && from === to) states.push({ blob: before });
    this.#states.set(to, states);
    return states;
  }

  /**
   * @returns numbers of the commits that changed the file since it was as this change makes it; of a deleted file, of the commit
   * that added it. None where that is long ago.
   */
  undoneBy(change, number) {
    const states = this.#statesOf(change);
    const since = states.slice(states.findLastIndex(({ blob }) => blob === change.after) + 1);
    const numbers = since.map((state) => state.number).filter((other) => other !== undefined);
    if (numbers.length === 0 || since.length === states.length || number - numbers[0] > WINDOW) return [];
    return change.after === NO_BLOB ? numbers.slice(0, 1) : new Set(numbers);
  }

  record({ number, changes }) {
    for (const change of changes) {
      const { from, to, after } = change;
      this.#statesOf(change).push({ blob: after, number });
      if (from !== to) this.#states.set(from, [...(this.#states.get(from) ?? []), { blob: NO_BLOB, number }]);
    }
  }

  /** Whether each of the files later had the content again that the commit took from it. */
  isRestored({ commit, files, deleted }) {
    return [...files, ...deleted].every((path) => {
      const states = this.#states.get(path);
      const at = states.findIndex(({ number }) => number === commit.number);
      const taken = states[at - 1]?.blob;
      return states.slice(at + 1).some(({ blob }) => blob === taken);
    });
  }
}

/** Which commit added or removed a line last. */
class LineHistory {
  #adder = new Map();
  #remover = new Map();

  /** The lines that were added and not removed since, with the number of the commit that added them. */
  *added(lines) {
    for (const line of lines) {
      const number = this.#adder.get(line);
      if (number !== undefined && !(this.#remover.get(line) > number)) yield [number, line];
    }
  }

  /** The lines that were removed and not added since, with the number of the commit that removed them. */
  *removed(lines) {
    for (const line of lines) {
      const number = this.#remover.get(line);
      if (number !== undefined && !(this.#adder.get(line) > number)) yield [number, line];
    }
  }

  record({ number, added, removed }) {
    for (const line of added) this.#adder.set(line, number);
    for (const line of removed) this.#remover.set(line, number);
  }

  /** Whether most of the lines are as they were, or were for a time. */
  isRestored({ commit, out, back }) {
    const restored =
      out.filter((line) => this.#adder.get(line) > commit.number).length +
      back.filter((line) => this.#remover.get(line) > commit.number).length;
    return restored > 0 && restored >= RESTORED * (out.length + back.length);
  }
}
