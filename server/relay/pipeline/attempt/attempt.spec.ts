import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { ChannelRegistry } from '../../../channels/channel-registry.js';
import type { Tier } from '../../../channels/channel-routes.js';
import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { routesFor } from '../plan/channel-order.js';
import { attempt } from './attempt.js';
import { AttemptHistory } from './attempt-history.js';
import type { AttemptServices } from './attempt-services.js';
import type { Reserved } from '../stages.js';
import { upstreamFailure } from '../../../../test/relay/upstream-failure.js';

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

describe('the wait that a provider demands applies to its own channel', () => {
  const channelOf = (id: number) =>
    ({ id, keys: [{ index: 0, key: 'sk' }], setting: {} }) as unknown as RoutableChannel;
  const tier: Tier = [
    { channelId: 1, weight: 1 },
    { channelId: 2, weight: 1 },
  ];
  const registry = {
    tiers: () => [tier],
    get: channelOf,
    isDrained: () => false,
    drained: () => [],
  } as unknown as ChannelRegistry;

  /** The channels that are called, where each fails always in its own way; `first` is the one the conversation prefers. */
  async function called(failures: Record<'first' | 'second', UpstreamFailure>): Promise<string[]> {
    const routes = routesFor(registry, 'default', 'm', { seed: () => 7 });
    const order: number[] = [];
    const calls: string[] = [];
    const services = {
      times: { wholeMs: 0 },
      settings: { current: { retryTimes: 3 } },
      firstTokenMs: () => Infinity,
      firstByteMs: () => Infinity,
    } as unknown as AttemptServices;
    const request = {
      scope: {
        limitTime: () => undefined,
        whenClientLeaves: () => undefined,
        timeLeft: () => 60_000,
        clientGone: false,
        committed: false,
      },
      exchange: { requestId: 'r', startedAt: 0, protocol: {} },
      params: {},
      plan: { promptTokens: 1, routes },
    } as unknown as Reserved;
    await attempt(request, new AttemptHistory(), services, ({ channel: { id } }) => {
      if (!order.includes(id)) order.push(id);
      const name = order[0] === id ? 'first' : 'second';
      calls.push(name);
      return Promise.resolve({
        kind: 'failed',
        problem: new UpstreamError(failures[name]),
        outcome: undefined,
        renderFailure: undefined,
        isRetryable: true,
      });
    });
    return calls;
  }

  test('a channel that demands nothing is tried again after another has demanded a minute', async () => {
    const calls = await called({ first: upstreamFailure(500), second: upstreamFailure(429, 60) });
    expect(calls).toEqual(['first', 'second', 'first', 'first']);
  });

  test('a channel that has demanded a minute is not tried again after another has failed', async () => {
    const calls = await called({ first: upstreamFailure(429, 60), second: upstreamFailure(500) });
    expect(calls).toEqual(['first', 'second', 'second', 'second']);
  });

  test('where all demand a minute, none is tried again', async () => {
    const calls = await called({ first: upstreamFailure(429, 60), second: upstreamFailure(429, 60) });
    expect(calls).toEqual(['first', 'second']);
  });
});
