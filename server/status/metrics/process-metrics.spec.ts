import { Counter, Gauge, Registry } from 'prom-client';
import { RouteCounts } from '../../core/http/watch/route-counts.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ChannelCircuits } from '../../relay/routing/channel-circuits.js';
import { Circuits } from '../../relay/routing/circuits.js';
import { keyName } from '../../relay/routing/keys.js';
import { registerProcessMetrics } from './process-metrics.js';

const FAILURE: UpstreamFailure = {
  status: 500,
  message: '',
  kind: 'upstream_error',
  code: '',
  retryable: true,
  disables: false,
};
const channels = { disabledKeys: 4 };
const ledger = { outstanding: { held: 700, unposted: 50 }, counts: { open: 2, pending: 1 } };

let circuits: ChannelCircuits;
let keyCircuits: Circuits<string>;
let routes: RouteCounts;
let registry: Registry;

beforeEach(() => {
  circuits = new ChannelCircuits();
  keyCircuits = new Circuits<string>();
  routes = new RouteCounts();
  registry = new Registry();
  registerProcessMetrics(registry, { Counter, Gauge }, { routes, circuits, keyCircuits, channels, ledger });
});

// The circuits read only this member.
const channel = (id: number) => ({ id }) as RoutableChannel;

function fail(id: number, model: string, more: Partial<UpstreamFailure> = {}): void {
  for (let time = 0; time < 5; time++) circuits.failed(channel(id), model, { ...FAILURE, ...more });
}

const samples = async () =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('circuits are shown by channel and scope, and only while they are open', async () => {
  fail(1, 'one');
  fail(1, 'two');
  fail(2, 'one', { connection: 'unreachable' });
  for (let time = 0; time < 5; time++) keyCircuits.failed(keyName(3, 1), FAILURE);
  expect((await samples()).filter((line) => line.startsWith('tollgate_circuits_open'))).toEqual([
    'tollgate_circuits_open{channel="1",scope="model"} 2',
    'tollgate_circuits_open{channel="2",scope="channel"} 1',
    'tollgate_circuits_open{channel="3",scope="key"} 1',
  ]);
  circuits.succeeded(channel(1), 'one');
  circuits.succeeded(channel(1), 'two');
  expect((await samples()).join('\n')).not.toContain('channel="1"');
});

test('the number of time series is bounded, whatever fails and whatever is requested', async () => {
  for (let id = 1; id <= 3000; id++) fail(id, 'model');
  for (let path = 0; path < 10_000; path++) routes.add('GET', `/${path}`, 200);
  const found = await samples();
  const circuitsOpen = found.filter((line) => line.startsWith('tollgate_circuits_open'));
  expect(circuitsOpen).toHaveLength(1001);
  expect(circuitsOpen).toContain('tollgate_circuits_open{channel="other",scope="model"} 2000');
  expect(found.length).toBeLessThan(4100);
});

test('holds, what is outstanding and rejected keys are shown', async () => {
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'tollgate_channel_keys_disabled 4',
      'tollgate_holds 2',
      'tollgate_outstanding_quota{state="held"} 700',
      'tollgate_outstanding_quota{state="unposted"} 50',
    ]),
  );
});
