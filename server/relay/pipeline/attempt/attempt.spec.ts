import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { attempt } from './attempt.js';
import { AttemptHistory } from './attempt-history.js';
import type { AttemptServices } from './attempt-services.js';
import type { Reserved } from '../stages.js';

const defect = new Error('a defect');
const channel = {
  id: 1,
  keys: [{ index: 0, key: 'sk' }],
  setting: { limits: { concurrency: 1 } },
} as unknown as RoutableChannel;

test('a call that rejects leaves its admission and fails the request with the defect', async () => {
  const events: unknown[][] = [];
  const admitted = { requestId: 'r', scopes: [], tokens: 0 };
  const services = {
    times: { wholeMs: 0 },
    settings: { current: { retryTimes: 3 } },
    admission: {
      enter: async () => admitted,
      leave: (...used: unknown[]) => events.push(['left', ...used]),
    },
    report: (...reported: unknown[]) => events.push(['reported', ...reported]),
  } as unknown as AttemptServices;
  const request = {
    scope: { limitTime: () => undefined, clientGone: false, committed: false },
    exchange: { requestId: 'r', startedAt: 0 },
    params: {},
    plan: { promptTokens: 1, routes: { next: () => channel, others: false, retries: true } },
  } as unknown as Reserved;

  const history = new AttemptHistory();
  const result = await attempt(request, history, services, () => Promise.reject(defect));
  expect(result).toEqual({
    kind: 'failed',
    problem: defect,
    outcome: undefined,
    renderFailure: undefined,
    isRetryable: false,
  });
  expect(events).toEqual([
    ['left', admitted, 0, 0],
    ['reported', defect, 'r'],
  ]);
  expect(history.channels).toEqual([1]);
});
