/**
 * `npm run test:mutation`: StrykerJS changes one expression after the other of the rules below and runs the unit tests that
 * execute it. docs/mutation-testing.md has the scores and says why what survives may.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  packageManager: 'npm',
  plugins: [import.meta.resolve('./unit-test-runner.mjs')],
  testRunner: 'unit',
  testRunnerNodeArgs: ['--enable-source-maps', '--import', import.meta.resolve('../setup/typescript.mjs')],
  coverageAnalysis: 'perTest',
  // Code that runs at import is mostly tables, and each of its mutants needs a process of its own.
  ignoreStatic: true,
  mutate: [
    'server/billing/prices/**/!(default-*|*.module|*.controller|*.repository|*.service|*.spec).ts',
    'server/billing/ledger/{journal-entry,settlements/settlement-file}.ts',
    'server/core/http/access/access.guard.ts',
    'server/dialects/canonical/**/!(*.spec).ts',
    'server/relay/pipeline/authenticate.ts',
    'server/relay/routing/!(*.spec).ts',
    'server/tokens/{token-changes,token-identity}.ts',
    'server/users/passwords/sign-in-throttle.ts',
  ],
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { logTests: false },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  htmlReporter: { fileName: 'dist/mutation/report.html' },
  tempDirName: '.stryker',
  ignorePatterns: ['dist', 'data', 'gallery'],
};
