import type { ChannelRegistry, RoutableChannel } from '../../../channels/channel-registry.js';
import type { Tier } from '../../../channels/channel-routes.js';
import { routesFor, type RouteCriteria } from './channel-order.js';

const DRAWS = 12_000;

/** Channels of one tier by id and weight. */
function registry(...tiers: Record<number, number>[]): ChannelRegistry {
  const listed: Tier[] = tiers.map((weights) =>
    Object.entries(weights).map(([id, weight]) => ({ channelId: Number(id), weight })),
  );
  return {
    tiers: () => listed,
    get: (id: number) => ({ id }) as RoutableChannel,
    isDrained: (id: number) => drainedSince.has(id),
    drained: () => [],
  } as unknown as ChannelRegistry;
}

/** Channels that are drained after the request was planned. */
const drainedSince = new Set<number>();
afterEach(() => drainedSince.clear());

/** The ids of all channels that one request is offered, at most ten. */
function drawn(channels: ChannelRegistry, criteria: Partial<RouteCriteria> = {}): number[] {
  const routes = routesFor(channels, 'default', 'gpt', { seed: () => 7, ...criteria });
  const ids: number[] = [];
  for (let next = routes.next(); next && ids.length < 10; next = routes.next()) ids.push(next.id);
  return ids;
}

/** The share of requests for which each channel is drawn first. */
function shares(weights: Record<number, number>): Record<string, number> {
  const channels = registry(weights);
  const counts: Record<string, number> = {};
  for (let conversation = 0; conversation < DRAWS; conversation++) {
    // Seeds are 32-bit hashes.
    const seed = () => Math.imul(conversation, 0x9e3779b1) >>> 0;
    const id = routesFor(channels, 'default', 'gpt', { seed }).next()?.id ?? 0;
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, count / DRAWS]));
}

describe('weights', () => {
  // The standard deviation of a share of 12,000 draws is at most 0.5 %.
  test.each([
    [
      { 1: 1, 2: 10 },
      { 1: 1 / 11, 2: 10 / 11 },
    ],
    [
      { 1: 1, 2: 1, 3: 2 },
      { 1: 0.25, 2: 0.25, 3: 0.5 },
    ],
    [
      { 1: 0, 2: 0, 3: 0 },
      { 1: 1 / 3, 2: 1 / 3, 3: 1 / 3 },
    ],
    [{ 1: 0, 2: 5 }, { 2: 1 }],
    [
      { 1: 0.5, 2: 1.5 },
      { 1: 0.25, 2: 0.75 },
    ],
  ])('%j: shares %j', (weights, expected) => {
    const found = shares(weights);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const [id, share] of Object.entries(expected))
      expect(Math.abs(found[id]! - share)).toBeLessThan(0.02);
  });

  test('channels of weight 0 follow those with a weight, before lower priorities', () => {
    const ids = drawn(registry({ 1: 0, 2: 3, 3: 0 }, { 4: 9 }));
    expect(ids[0]).toBe(2);
    expect(new Set(ids.slice(1, 3))).toEqual(new Set([1, 3]));
    expect(ids[3]).toBe(4);
  });
});

describe('when all channels were tried', () => {
  const isOpen = {
    anyOpen: true,
    closed: ({ id }: RoutableChannel) => id !== 1,
    requestSent: () => undefined,
  };

  test('those of the lowest priority are drawn again', () => {
    expect(drawn(registry({ 1: 1 }, { 2: 1 }))).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('of these, a channel whose circuit is open only where there is no other', () => {
    const ids = drawn(registry({ 1: 1, 2: 1 }), { circuits: isOpen });
    expect(ids.slice(0, 2)).toEqual([2, 1]);
    expect(new Set(ids.slice(2))).toEqual(new Set([2]));
  });

  test('none is drawn again where other groups can serve the request', () => {
    expect(drawn(registry({ 1: 1 }, { 2: 1 }), { hasOtherGroups: true })).toEqual([1, 2]);
  });

  test('a channel whose circuit is open is drawn last, and not at all where other groups can serve the request', () => {
    const channels = registry({ 1: 1 }, { 2: 1 });
    expect(drawn(channels, { circuits: isOpen }).slice(0, 2)).toEqual([2, 1]);
    expect(drawn(channels, { circuits: isOpen, hasOtherGroups: true })).toEqual([2]);
  });
});

describe('a channel that is drained while a request is under way', () => {
  const routes = () => routesFor(registry({ 1: 1 }, { 2: 1 }), 'default', 'gpt', { seed: () => 7 });

  test('is not drawn for a retry', () => {
    const underWay = routes();
    expect(underWay.next()?.id).toBe(1);
    expect(underWay.others).toBe(true);
    drainedSince.add(2);
    expect(underWay.others).toBe(false);
    expect(underWay.next()).toBeUndefined();
  });

  test('is not called once more', () => {
    const underWay = routes();
    underWay.next();
    expect(underWay.repeats(1)).toBe(true);
    drainedSince.add(1);
    expect(underWay.repeats(1)).toBe(false);
    expect([underWay.next()?.id, underWay.next()?.id]).toEqual([2, 2]);
  });
});
