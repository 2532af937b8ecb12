// Merges whose result lacks what one side changed.
import { changedLines, git, gitLine, NO_BLOB, PLAIN_PATCH } from './history.mjs';

/**
 * @typedef {object} DroppedSide
 * @property {import('./history.mjs').Commit} commit the merge
 * @property {string} side hash of the parent whose changes are missing
 * @property {string[]} files
 */

/**
 * @param {import('./history.mjs').Commit[]} commits
 * @returns {DroppedSide[]} of the checked commits
 */
export function droppedSides(commits) {
  return commits
    .filter(({ isChecked, isStated, parents }) => isChecked && !isStated && parents.length === 2)
    .flatMap((commit) => {
      const base = gitLine('merge-base', ...commit.parents);
      // In a shallow clone it may lie beyond what was fetched.
      if (base === undefined) return [];
      const result = blobsSince(base, commit.hash);
      const sides = commit.parents.map((parent) => ({ parent, blobs: blobsSince(base, parent) }));
      return sides.map((side, index) => ({
        commit,
        side: side.parent,
        files: [...side.blobs.keys()].filter((path) =>
          isDropped(path, { base, side, other: sides[1 - index], commit, result }),
        ),
      }));
    })
    .filter(({ files }) => files.length > 0);
}

function isDropped(path, { base, side, other, commit, result }) {
  const blob = side.blobs.get(path);
  const merged = result.get(path);
  const theirs = other.blobs.get(path);
  // Deleted or renamed by the other side: git asks what is to become of it.
  if (merged === blob || theirs === NO_BLOB) return false;
  if (theirs === undefined && (merged === undefined || merged === NO_BLOB))
    return blob === NO_BLOB || ![...result.values()].includes(blob);
  if (merged !== theirs) return false;
  return !passedThrough(base, other.parent, path, blob) && lacksLines(base, side.parent, commit.hash, path);
}

/** The branch had the same content of the file once, and went on from there. */
function passedThrough(base, branch, path, blob) {
  const format = ['--format=', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff'];
  return git(['log', ...format, `${base}..${branch}`, '--', `:(top,literal)${path}`])
    .toString()
    .includes(` ${blob} `);
}

/** Most of the lines that the side added are not in the merged file, and most of those that it removed are. */
function lacksLines(base, parent, merge, path) {
  const patch = git([
    'diff-tree',
    '-p',
    ...PLAIN_PATCH,
    base,
    parent,
    '--',
    `:(top,literal)${path}`,
  ]).toString();
  const { added, removed } = changedLines(patch);
  const content = git(['cat-file', 'blob', `${merge}:${path}`]).toString();
  const lines = new Set(content.split('\n').map((line) => line.trim()));
  const lacking = [...added].filter((line) => !lines.has(line)).length;
  const kept = [...removed].filter((line) => lines.has(line)).length;
  return lacking + kept >= (added.size + removed.size) / 2;
}

/** The files that differ, with their new blobs. */
function blobsSince(base, revision) {
  const fields = git(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', base, revision])
    .toString()
    .split('\0');
  const blobs = new Map();
  for (let at = 0; at + 1 < fields.length; at += 2) blobs.set(fields[at + 1], fields[at].split(' ')[3]);
  return blobs;
}
