import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Files that run for more than ten seconds, slowest first. Started late, one of them would run alone at the end. Those of
 * the first group mostly wait, and leave the processor to the others meanwhile.
 */
const SLOWEST = [
  'test/books/relay-processes-killed',
  'test/books/relay-redis-lost',
  'test/operations/rolling-restart',
  'test/books/relay-postgres-away',
  'test/relay/pipeline/stream-faults',
  'test/relay/pipeline/request-deadline',
  'test/management/fuzz',
  'test/management/matrix',
  'test/console/channel-form',
  'test/console/screens',
  'test/console/unsaved-forms',
  'test/console/forms-and-lists',
  'test/console/lists',
  'test/console/channels-list',
  'test/console/pricing',
  'test/console/settings',
  'test/relay/protocols/responses',
  'test/operations/start-checks',
  'test/books/idle-streams',
  'test/auth/password',
  'test/core/cluster',
  'test/books/relay-streams-cut',
  'test/relay/protocols/operations-fuzz',
  'test/local/launcher',
].map((name) => path.resolve(import.meta.dirname, '../..', `${name}.spec.ts`));

/** Orders the test files: the slowest ones first, all others by Jest's own rule. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path: file }) => (SLOWEST.includes(file) ? SLOWEST.indexOf(file) : SLOWEST.length);
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
