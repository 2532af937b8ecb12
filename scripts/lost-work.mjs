// Finds work that commits silently took back: node scripts/lost-work.mjs [base [head]].
// A commit that is made from an older tree takes out what came in between, and its tests with it, so nothing fails.
// Exit code 1 if there is such a commit, 2 if the check cannot be made.
import fs from 'node:fs';
import { git, gitLine, readHistory } from './lost-work/history.mjs';
import { droppedSides } from './lost-work/merges.mjs';
import { isGone, removedTests } from './lost-work/tests.mjs';
import { undoings, WINDOW } from './lost-work/undone.mjs';

/** How many commits are checked where nothing tells which of them are new. */
const LAST_COMMITS = 100;
const MAX_NAMES = 10;
const ADVICE = `Restore what is missing (git cherry-pick, or git checkout <commit> -- <files>). If it was taken out on purpose, the commit
says so in its body: "Removes: <reason>". For a commit that is already published, a later one says "Removes: <hash> <reason>".`;

try {
  process.exitCode = check(process.argv.slice(2));
} catch (error) {
  console.error(`lost work: ${error.message}`);
  process.exitCode = 2;
}

/** @returns {number} the exit code */
function check([givenBase, givenHead = 'HEAD']) {
  if (gitLine('rev-parse', '--git-dir') === undefined) {
    if (!fs.existsSync('.git')) return done('this is no git repository, there is nothing to check');
    // Says why git does not read it.
    git(['rev-parse', '--git-dir']);
  }
  const head = commitOf(givenHead);
  const base = givenBase === undefined ? upstreamBase(head) : commitOf(givenBase);
  const { earlier, range } = commitsOf(base, head);
  const commits = readHistory(earlier, range);
  if (commits.every(({ isChecked, parents }) => !isChecked || parents.length === 0))
    return done('no commits to compare, there is nothing to check');

  const findings = new Map();
  const add = (commit, lines) => findings.set(commit, [...(findings.get(commit) ?? []), ...lines]);
  const tests = removedTests(commits, head);
  const takers = new Set(tests.map(({ commit }) => commit));
  for (const undoing of undoings(commits, takers)) add(undoing.commit, describeUndoing(undoing));
  for (const dropped of droppedSides(commits)) add(dropped.commit, describeDropped(dropped));
  for (const removed of tests.filter(isGone)) add(removed.commit, describeGone(removed));
  if (findings.size === 0) return done(`${range.length} commits take nothing back`);
  for (const [commit, lines] of findings) console.log([named(commit), ...lines, ''].join('\n'));
  console.log(ADVICE);
  return 1;
}

function done(message) {
  console.log(`lost work: ${message}`);
  return 0;
}

function commitOf(revision) {
  const hash = gitLine('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (hash === undefined) throw new Error(`${revision} is no commit of this repository`);
  return hash;
}

/** Where this branch left the upstream branch; undefined without one, and if it holds nothing of its own. */
function upstreamBase(head) {
  const upstream = ['@{upstream}', 'origin/HEAD', 'origin/main'].find((name) =>
    gitLine('rev-parse', '--verify', '--quiet', `${name}^{commit}`),
  );
  const base = upstream && gitLine('merge-base', upstream, head);
  return base === head ? undefined : base;
}

/** Twice the window: a commit that restores something is known by what its predecessor undid. */
function commitsOf(base, head) {
  const list = (...args) =>
    git(['rev-list', '--topo-order', ...args])
      .toString()
      .split('\n')
      .filter(Boolean);
  if (base !== undefined)
    return {
      earlier: list(`--max-count=${2 * WINDOW}`, base).reverse(),
      range: list(head, `^${base}`).reverse(),
    };
  const all = list(`--max-count=${LAST_COMMITS + 2 * WINDOW}`, head);
  return { earlier: all.slice(LAST_COMMITS).reverse(), range: all.slice(0, LAST_COMMITS).reverse() };
}

function describeUndoing({ earlier, files, deleted, out, back }) {
  return [
    `  takes back ${named(earlier)}`,
    `    ${out.length} of the ${earlier.added.size} lines it added are gone, ${back.length} of the ${earlier.removed.size} it removed are back`,
    ...listed('files are as they were before it', files),
    ...listed('files that it added are deleted', deleted),
  ];
}

function describeDropped({ side, files }) {
  return [
    `  merges ${side.slice(0, 8)} without its changes`,
    ...listed('files lack what that side changed', files),
  ];
}

function describeGone({ file, isFileGone, gone }) {
  return listed(`tests are gone ${isFileGone ? 'with' : 'from'} ${file}`, gone, '  ');
}

function listed(what, names, indent = '    ') {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMES;
  return [
    `${indent}${names.length} ${what}:`,
    ...names.slice(0, MAX_NAMES).map((name) => `${indent}  ${name}`),
    ...(more > 0 ? [`${indent}  and ${more} more`] : []),
  ];
}

function named({ hash, subject }) {
  return `${hash.slice(0, 8)} ${subject}`;
}
