import { rmSync } from 'node:fs';
import path from 'node:path';
import { Repository } from './repository.js';

let repository: Repository;
/** The commit that every test starts from. */
let base: string;
const clones: Repository[] = [];

/** A module of 20 lines; those of `changed` are not as they were. */
const source = (name: string, changed: readonly number[] = [], word = 'changed') =>
  Array.from(
    { length: 20 },
    (_, line) =>
      `export const ${name}${line} = '${changed.includes(line) ? word : 'original'} ${name} ${line}';\n`,
  ).join('');
const spec = (...titles: string[]) =>
  titles.map((title) => `test('${title}', () => {\n  expect(run('${title}')).toBe(true);\n});\n`).join('\n');
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const check = (...args: string[]) => repository.run('scripts/lost-work.mjs', ...args);
const passes = (output: string) => ({ status: 0, output: `lost work: ${output}\n` });

beforeEach(() => {
  repository = Repository.create();
  repository.commit('feat: first');
  base = repository.commit('feat: start', {
    'src/prices.ts': source('price'),
    'src/limits.ts': source('limit'),
    'src/routes.ts': source('route'),
    'src/prices.spec.ts': spec(
      'prices are rounded up',
      'free models cost nothing',
      'unknown models have no price',
    ),
  });
});

afterEach(() => {
  for (const one of [repository, ...clones.splice(0)]) one.remove();
});

/** Two features, with their tests. */
function features(): { citations: string; limits: string } {
  const citations = repository.commit('feat: citations', {
    'src/citations.ts': source('citation'),
    'src/citations.spec.ts': spec('citations name the page', 'citations move with the text'),
    'src/routes.ts': source('route', range(2, 6)),
  });
  const limits = repository.commit('fix: limits per key', {
    'src/limits.ts': source('limit', range(0, 12)),
    'src/prices.ts': source('price', [3]),
  });
  return { citations, limits };
}

/** A commit that takes out the features, and adds something. */
const accident = (message = 'feat: balances') =>
  repository.commitOnTreeOf(base, message, { 'src/balances.ts': source('balance') });

test('ordinary work is no loss: changes, moves, rewritten code and reworded tests', () => {
  features();
  repository.git('mv', 'src/citations.ts', 'src/sources.ts');
  repository.git('mv', 'src/citations.spec.ts', 'src/sources.spec.ts');
  repository.commit('refactor: sources');
  repository.commit('refactor: limits', { 'src/limits.ts': source('limit', range(0, 12), 'improved') });
  repository.commit('test: titles', {
    'src/prices.spec.ts': spec(
      'prices are rounded up',
      'a free model has no cost',
      'unknown models have no price',
    ),
  });
  expect(check(base)).toEqual(passes('5 commits take nothing back'));
});

test('a commit that was made from an older tree takes back what came in between', () => {
  const { citations, limits } = features();
  const lost = accident();
  const { status, output } = check(base);
  expect(status).toBe(1);
  expect(output).toBe(`${lost.slice(0, 8)} feat: balances
  takes back ${citations.slice(0, 8)} feat: citations
    28 of the 28 lines it added are gone, 4 of the 4 it removed are back
    1 files are as they were before it:
      src/routes.ts
    2 files that it added are deleted:
      src/citations.spec.ts
      src/citations.ts
  takes back ${limits.slice(0, 8)} fix: limits per key
    13 of the 13 lines it added are gone, 13 of the 13 it removed are back
    2 files are as they were before it:
      src/limits.ts
      src/prices.ts
  2 tests are gone with src/citations.spec.ts:
    citations name the page
    citations move with the text

Restore what is missing (git cherry-pick, or git checkout <commit> -- <files>). If it was taken out on purpose, the commit
says so in its body: "Removes: <reason>". For a commit that is already published, a later one says "Removes: <hash> <reason>".
`);
  // What it takes back may lie before the range.
  expect(check(limits).output).toBe(output);
});

test('files that the commit changed beside are recognised by their lines', () => {
  const { limits } = features();
  const now = { 'src/limits.ts': source('limit', [18]), 'src/prices.ts': source('price', [3, 17]) };
  const lost = repository.commit('feat: another limit', now);
  expect(check(base)).toMatchObject({
    status: 1,
    output: expect.stringContaining(`${lost.slice(0, 8)} feat: another limit
  takes back ${limits.slice(0, 8)} fix: limits per key
    12 of the 13 lines it added are gone, 12 of the 13 it removed are back
`),
  });
});

test('files that were added shortly before and are deleted are a loss', () => {
  repository.commit('feat: replies', {
    'src/replies.ts': source('reply'),
    'src/answers.ts': source('answer'),
  });
  repository.commit('feat: balances', { 'src/replies.ts': null, 'src/answers.ts': null });
  expect(check(base)).toMatchObject({
    status: 1,
    output: expect.stringContaining(
      '2 files that it added are deleted:\n      src/answers.ts\n      src/replies.ts\n',
    ),
  });
});

test('a commit that says what it removes, and why, is no loss', () => {
  features();
  accident(
    'feat: balances\n\nA list of what was paid.\n\nRemoves: citations and limits, which were never released',
  );
  expect(check(base)).toEqual(passes('3 commits take nothing back'));
});

test.each(['Removes:', 'Removes:   ', 'This Removes: nothing', 'Removed: citations'])(
  '%p says nothing of it',
  (line) => {
    features();
    accident(`feat: balances\n\n${line}\n`);
    expect(check(base)).toMatchObject({ status: 1 });
  },
);

test('a later commit says so for a published one, with a reason', () => {
  features();
  const lost = accident();
  repository.commit(`docs: why\n\nRemoves: ${lost.slice(0, 8)}`);
  expect(check(base)).toMatchObject({ status: 1 });
  repository.commit(`docs: why\n\nRemoves: ${lost.slice(0, 8)} citations were never released`);
  expect(check(base)).toMatchObject({ status: 0 });
});

test('a revert by git says so', () => {
  const { limits } = features();
  repository.git('revert', '--no-edit', limits);
  expect(check(base)).toMatchObject({ status: 0 });
});

test('what is restored is no longer lost, and restoring it takes nothing back', () => {
  const { citations, limits } = features();
  const lost = accident();
  repository.git('cherry-pick', citations);
  expect(check(base).output).not.toContain('citations');
  repository.git('cherry-pick', limits);
  expect(check(base)).toEqual(passes('5 commits take nothing back'));
  expect(check(lost)).toEqual(passes('2 commits take nothing back'));
  // Taken out once more.
  const again = repository.commitOnTreeOf(lost, 'feat: receipts', { 'src/receipts.ts': source('receipt') });
  expect(check('HEAD^')).toMatchObject({
    status: 1,
    output: expect.stringContaining(`${again.slice(0, 8)} feat: receipts`),
  });
});

test('a commit that does nothing but undo an accident restores its work', () => {
  features();
  const lost = accident();
  repository.commitOnTreeOf(`${lost}^`, 'fix: citations and limits are back', {
    'src/balances.ts': source('balance'),
  });
  expect(check(base)).toEqual(passes('4 commits take nothing back'));
});

describe('merges', () => {
  /** A branch with one change, and one on main. */
  function branches(): { side: string; main: string } {
    repository.git('checkout', '-q', '-b', 'side');
    const side = repository.commit('feat: side', {
      'src/routes.ts': source('route', range(0, 5)),
      'src/added.ts': source('added'),
    });
    repository.git('checkout', '-q', 'main');
    const main = repository.commit('feat: main', {
      'src/limits.ts': source('limit', [1]),
      'src/routes.ts': source('route', range(12, 17)),
    });
    return { side, main };
  }

  test('that keep both sides are no loss', () => {
    branches();
    repository.git('merge', '-q', '--no-edit', 'side');
    expect(check(base)).toEqual(passes('3 commits take nothing back'));
  });

  test('that drop one side are a loss', () => {
    const { side } = branches();
    repository.git('merge', '-q', '-s', 'ours', '-m', 'Merge side', 'side');
    const { status, output } = check(base);
    expect(status).toBe(1);
    expect(output).toContain(`Merge side
  merges ${side.slice(0, 8)} without its changes
    2 files lack what that side changed:
      src/added.ts
      src/routes.ts
`);
    repository.git('commit', '-q', '--amend', '-m', 'Merge side\n\nRemoves: the side, which main replaced');
    expect(check(base)).toMatchObject({ status: 0 });
  });

  test('that drop what was there before the branch came are a loss', () => {
    const { main } = branches();
    repository.git('merge', '-q', '--no-commit', 'side');
    repository.git('read-tree', '--reset', '-u', 'side');
    repository.commit('Merge side');
    expect(check(base)).toMatchObject({
      status: 1,
      output: expect.stringContaining(`merges ${main.slice(0, 8)} without its changes`),
    });
  });

  test('of a branch whose commit was picked before, and went on here, are no loss', () => {
    const { side } = branches();
    repository.git('cherry-pick', side);
    repository.commit('feat: more', { 'src/added.ts': source('added', [4]) });
    repository.git('merge', '-q', '-X', 'ours', '--no-edit', 'side');
    expect(check(base)).toEqual(passes('5 commits take nothing back'));
  });

  test('into a renamed file are no loss', () => {
    repository.git('checkout', '-q', '-b', 'side');
    repository.commit('feat: side', { 'src/routes.ts': source('route', range(0, 5)) });
    repository.git('checkout', '-q', 'main');
    repository.git('mv', 'src/routes.ts', 'src/paths.ts');
    repository.commit('refactor: paths');
    repository.git('merge', '-q', '--no-edit', 'side');
    expect(check(base)).toMatchObject({ status: 0 });
  });
});

describe('tests', () => {
  test('are lost with their file', () => {
    repository.commit('feat: prices', { 'src/prices.spec.ts': null });
    const { status, output } = check(base);
    expect(status).toBe(1);
    expect(output).toContain(`feat: prices
  3 tests are gone with src/prices.spec.ts:
    prices are rounded up
    free models cost nothing
    unknown models have no price
`);
    repository.git('commit', '-q', '--amend', '-m', 'feat: prices\n\nRemoves: tests of the old prices');
    expect(check(base)).toMatchObject({ status: 0 });
  });

  test('are lost from their file', () => {
    repository.commit('feat: prices', {
      'src/prices.spec.ts': spec('prices are rounded up', 'unknown models have no price'),
    });
    expect(check(base)).toMatchObject({
      status: 1,
      output: expect.stringContaining(
        '1 tests are gone from src/prices.spec.ts:\n    free models cost nothing\n',
      ),
    });
  });

  test('are recognised by titles of tables and in other quotes', () => {
    const table = `test.each([\n  [1, 2],\n])('%d and \\'%d\\' agree', (one, other) => {\n  expect(one).toBe(other);\n});\n`;
    const from = repository.commit('test: table', {
      'src/table.spec.ts': `${table}\nit(\n  "counts what is announced",\n  async () => {},\n);\n`,
    });
    repository.commit('feat: prices', { 'src/table.spec.ts': null });
    expect(check(from).output).toContain("    %d and \\'%d\\' agree\n    counts what is announced\n");
  });

  test('that are elsewhere, moved by this or another commit, are not lost', () => {
    repository.commit('test: prices', {
      'src/prices.spec.ts': spec('unknown models have no price'),
      'src/rounding.spec.ts': `import './prices.js';\n${spec('prices are rounded up', 'free models cost nothing')}`,
    });
    repository.commit('test: without the last', { 'src/prices.spec.ts': null });
    repository.commit('test: the last', { 'src/models.spec.ts': spec('unknown models have no price') });
    expect(check(base)).toEqual(passes('3 commits take nothing back'));
  });
});

describe('without arguments', () => {
  test('the commits since the upstream branch are checked', () => {
    features();
    accident();
    const clone = Repository.clone(repository);
    clones.push(clone);
    clone.commit('feat: later', { 'src/later.ts': source('later') });
    expect(clone.run('scripts/lost-work.mjs')).toEqual(passes('1 commits take nothing back'));
    clone.git('checkout', '-q', '-b', 'topic');
    clone.commit('feat: more', { 'src/later.ts': source('later', [3]) });
    expect(clone.run('scripts/lost-work.mjs')).toEqual(passes('2 commits take nothing back'));
  });

  test('the last 100 commits are checked where there is no upstream branch, or nothing beyond it', () => {
    features();
    accident();
    expect(check()).toMatchObject({ status: 1 });
    const clone = Repository.clone(repository);
    clones.push(clone);
    expect(clone.run('scripts/lost-work.mjs')).toMatchObject({ status: 1 });
    repository.emptyCommits(100);
    expect(check()).toEqual(passes('100 commits take nothing back'));
  });

  test('shallow clones are checked as far as they reach', () => {
    const { limits } = features();
    accident();
    const reach = (depth: number) => {
      const clone = Repository.clone(repository, '--depth', String(depth));
      clones.push(clone);
      return clone.run('scripts/lost-work.mjs');
    };
    expect(reach(1)).toEqual(passes('no commits to compare, there is nothing to check'));
    expect(reach(3)).toMatchObject({
      status: 1,
      output: expect.stringContaining(`takes back ${limits.slice(0, 8)} fix: limits per key`),
    });
  });

  test('a folder outside git has nothing to check; a wrong commit is an error', () => {
    expect(check('nowhere')).toEqual({
      status: 2,
      output: 'lost work: nowhere is no commit of this repository\n',
    });
    repository.git('config', 'core.repositoryformatversion', '99');
    expect(check()).toMatchObject({
      status: 2,
      output: expect.stringContaining('lost work: git rev-parse: '),
    });
    rmSync(path.join(repository.folder, '.git'), { recursive: true });
    expect(check()).toEqual(passes('this is no git repository, there is nothing to check'));
  });
});
