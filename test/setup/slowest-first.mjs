import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Files that run for more than ten seconds, in the order in which they start. Started late, one of them would run alone at
 * the end. Those that mostly wait (processes that are stopped, silent providers) alternate with those that mostly compute.
 */
const SLOWEST = [
  'test/management/fuzz',
  'test/relay/protocols/compatibility/compatibility',
  'test/console/channel-types',
  'test/books/relay-processes-killed',
  'test/books/tasks-processes-killed',
  'test/management/matrix',
  'test/deployment/postgres-messages',
  'test/deployment/redis-messages',
  'test/books/relay-redis-lost',
  'test/console/channel-form',
  'test/books/task-transactions-killed',
  'test/relay/pipeline/stream-faults',
  'test/operations/redis-installation',
  'test/console/screens',
  'test/operations/rolling-restart',
  'test/console/forms-and-lists',
  'test/books/relay-postgres-away',
  'test/console/unsaved-forms',
  'test/relay/pipeline/request-deadline',
  'test/console/lists',
  'test/books/relay-streams-cut',
  'test/console/request-limits',
  'test/console/channels-list',
  'test/relay/pipeline/failover-scenarios',
  'test/console/pricing',
  'test/core/cluster',
  'test/deployment/pgbouncer',
  'test/console/settings',
  'test/relay/protocols/responses',
  'test/books/idle-streams',
  'test/deployment/redis-rights',
  'test/deployment/secured',
  'test/relay/pipeline/pings',
  'test/auth/password',
  'test/local/launcher',
  'test/relay/http/keys-everywhere',
  'test/local/lost-work',
  'test/operations/start-checks',
  'test/operations/worker-without-redis',
  'test/operations/migrate',
  'test/billing/ledger/leader',
  'test/core/dark-connections',
  'test/relay/pipeline/endings',
  'test/relay/protocols/operations-fuzz',
].map((name) => path.resolve(import.meta.dirname, '../..', `${name}.spec.ts`));

/** Orders the test files: these first, all others by Jest's own rule. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path: file }) => (SLOWEST.includes(file) ? SLOWEST.indexOf(file) : SLOWEST.length);
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
