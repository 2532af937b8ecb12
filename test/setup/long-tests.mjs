/**
 * Test files that only `npm run test:all` runs, and `npm test -- <part of a path>` where the path names one. `npm test` must be over
 * in 13 minutes on two cores, so it has the rules, and these have their repetitions: one rule for all providers, faults, pages or
 * combinations; programs that are killed, upgraded or cut off again and again; every detail of a page. A rule of a file in this list
 * has its main case in a file that `npm test` runs.
 */
const LONG = [
  'test/billing/ledger/interleavings',
  'test/billing/ledger/leader',
  'test/billing/prices/preset-prices',
  'test/books/idle-streams',
  'test/books/relay-balance-for-one',
  'test/books/relay-postgres-away',
  'test/books/relay-redis-lost',
  'test/books/relay-streams-cut',
  'test/books/task-transactions-killed',
  'test/books/tasks-processes-killed',
  'test/channels/channel-tests',
  'test/console/alerts',
  'test/console/channel-accounts',
  'test/console/channel-form',
  'test/console/channel-page',
  'test/console/channel-tests',
  'test/console/channel-types',
  'test/console/channels-health',
  'test/console/concurrent-edits',
  'test/console/costs',
  'test/console/custom-channel',
  'test/console/dashboard',
  'test/console/drawings-and-tasks',
  'test/console/foreign-content',
  'test/console/forged-requests',
  'test/console/forms-and-lists',
  'test/console/home',
  'test/console/incident',
  'test/console/key-recognition',
  'test/console/keyboard',
  'test/console/lists',
  'test/console/overview',
  'test/console/palette',
  'test/console/palette-actions',
  'test/console/personal',
  'test/console/playground-tasks',
  'test/console/pricing',
  'test/console/redemptions',
  'test/console/request-limits',
  'test/console/running-tasks',
  'test/console/sample-models',
  'test/console/session',
  'test/console/settings',
  'test/console/settings-ratios',
  'test/console/statement',
  'test/console/status',
  'test/console/stored-reasons',
  'test/console/tags',
  'test/console/task-prices',
  'test/console/unsaved-forms',
  'test/console/user-tokens',
  'test/core/cluster',
  'test/core/dark-connections',
  'test/deployment/containers',
  'test/deployment/postgres-messages',
  'test/deployment/redis-messages',
  'test/deployment/secured',
  'test/import/import-repeated',
  'test/local/lost-work',
  'test/operations/backup-refused',
  'test/operations/migrate',
  'test/operations/redis-installation',
  'test/operations/start-checks',
  'test/operations/upgrade',
  'test/operations/worker-without-redis',
  'test/relay/http/keys-everywhere',
  'test/relay/http/overload',
  'test/relay/pipeline/chaos',
  'test/relay/pipeline/early-head',
  'test/relay/pipeline/empty-answers',
  'test/relay/pipeline/endings',
  'test/relay/pipeline/held-cost',
  'test/relay/pipeline/one-mode',
  'test/relay/pipeline/pings',
  'test/relay/pipeline/request-deadline',
  'test/relay/pipeline/stream-faults',
  'test/relay/pipeline/time-for-another',
  'test/relay/protocols/compatibility/compatibility',
  'test/relay/protocols/operations-fuzz',
  'test/relay/protocols/responses',
  'test/relay/providers/images',
  'test/relay/uploads/forms',
  'test/relay/upstream/unreadable-answers',
  'test/tasks/every-kind',
  'test/tasks/midjourney-hooks',
  'test/tasks/midjourney-polls',
];

/** True where everything runs. Properties of `npm test` then have more runs. */
export const allTests = process.env.TEST_ALL === '1';

/**
 * Patterns of the files that a run leaves out.
 * @param {readonly string[]} args the arguments of Jest
 * @param {boolean} [all] whether everything runs
 */
export function leftOut(args, all = allTests) {
  const isNamed = (arg) => !arg.startsWith('-') && LONG.some((file) => `${file}.spec.ts`.includes(arg));
  return all || args.some(isNamed) ? [] : LONG.map((file) => `/${file}\\.spec\\.ts$`);
}
