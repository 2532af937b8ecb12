import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { ChannelCircuits } from './channel-circuits.js';

/** Which failures of a channel count for one model, and which for all of them. Uses a fake clock. */
let now: number;
let circuits: ChannelCircuits;

beforeEach(() => {
  now = 1_000_000;
  circuits = new ChannelCircuits(() => now);
});

// The code under test reads only these members.
const channel = (id: number, mapping: Record<string, string> = {}) =>
  ({ id, modelMapping: new Map(Object.entries(mapping)) }) as unknown as RoutableChannel;
const ONE = channel(1);

const failure = (more: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
  status: 500,
  message: '',
  kind: 'upstream_error',
  code: '',
  retryable: true,
  disables: false,
  ...more,
});

function fail(model: string, more?: Partial<UpstreamFailure>, times = 5): void {
  for (let turn = 0; turn < times; turn++) circuits.failed(ONE, model, failure(more));
}

const asks = (model: string, of = ONE) => circuits.forModel(model).closed(of);

test('a model that fails is left alone, the other models of its channel are not', () => {
  fail('broken');
  expect(asks('broken')).toBe(false);
  expect(asks('healthy')).toBe(true);
  expect(asks('broken', channel(2))).toBe(true);
});

test('a provider that asks for time asks for it for one model', () => {
  fail('limited', { status: 429, retryAfterSeconds: 30 }, 1);
  expect([asks('limited'), asks('other')]).toEqual([false, true]);
});

test.each([
  ['a refused key', { status: 401 }],
  ['an address that cannot be reached', { status: 502, connection: 'unreachable' as const }],
])('%s is the same for all models', (_name, more) => {
  fail('one', more);
  expect([asks('one'), asks('another')]).toEqual([false, false]);
});

test('a model that works shows that the channel can be reached', () => {
  fail('one', { status: 401 });
  now += 5000;
  circuits.succeeded(ONE, 'another');
  expect([asks('one'), asks('another')]).toEqual([true, true]);
});

test('names are those of the upstream: two names of one model share its circuit', () => {
  fail('upstream-name');
  expect(asks('public-name', channel(1, { 'public-name': 'upstream-name' }))).toBe(false);
});

test('who only looks does not use the probe up', () => {
  fail('broken');
  now += 5000;
  const view = circuits.withoutProbe('broken');
  expect(view.closed(ONE)).toBe(true);
  view.requestSent(ONE);
  expect(asks('broken')).toBe(true);
  circuits.forModel('broken').requestSent(ONE);
  expect(asks('broken')).toBe(false);
});

test('what works again answers within ten seconds and one request, whenever requests come', () => {
  for (let offset = 0; offset < 4000; offset += 100) {
    circuits = new ChannelCircuits(() => now);
    const begun = (now = 1_000_000);
    let answeredAt: number | undefined;
    // The channel is down for a minute; a request arrives every four seconds.
    for (now += offset; answeredAt === undefined && now < begun + 120_000; now += 4000) {
      const view = circuits.forModel('m');
      if (!view.closed(ONE)) continue;
      view.requestSent(ONE);
      if (now < begun + 60_000) circuits.failed(ONE, 'm', failure({ status: 503 }));
      else answeredAt = now - begun - 60_000;
    }
    expect(answeredAt).toBeLessThanOrEqual(14_000);
  }
});

describe('what failed since its last success', () => {
  const failing = (...models: string[]) => models.map((model) => circuits.failing(ONE, model));

  test('is the model that failed, and not the others of its channel or those of another', () => {
    fail('one', {}, 1);
    expect(failing('one', 'another')).toEqual([true, false]);
    expect(circuits.failing(channel(2), 'one')).toBe(false);
  });

  test('is every model where the channel as a whole failed', () => {
    fail('one', { status: 401 }, 1);
    expect(failing('one', 'another')).toEqual([true, true]);
    expect(circuits.failing(channel(2), 'one')).toBe(false);
  });

  test('a success of one model clears that model and the channel, and no other model', () => {
    fail('one', {}, 1);
    fail('another', {}, 1);
    fail('one', { status: 401 }, 1);
    circuits.succeeded(ONE, 'one');
    expect(failing('one', 'another', 'a third')).toEqual([false, true, false]);
  });
});

test('a channel fails alone: failures of the whole channel leave other channels open', () => {
  fail('one', { status: 401 });
  expect([asks('one'), asks('one', channel(2))]).toEqual([false, true]);
});

test('requests look at circuits only while one is open', () => {
  const view = circuits.forModel('m');
  expect(view.anyOpen).toBe(false);
  fail('m', {}, 4);
  expect(view.anyOpen).toBe(false);
  fail('m', {}, 1);
  expect(view.anyOpen).toBe(true);
  circuits.succeeded(ONE, 'm');
  expect(view.anyOpen).toBe(false);
});

test('of a model whose mapping runs in a circle, the circuit of the channel decides', () => {
  const cyclic = channel(1, { a: 'b', b: 'a' });
  expect(asks('a', cyclic)).toBe(true);
  circuits.forModel('a').requestSent(cyclic);
  fail('one', { status: 401 });
  expect(asks('a', cyclic)).toBe(false);
});
