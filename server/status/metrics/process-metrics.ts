import type { Counter, Gauge, Registry } from 'prom-client';
import type { RedisLedgerGate } from '../../billing/ledger/gate/redis-ledger-gate.js';
import type { ChannelRegistry } from '../../channels/channel-registry.js';
import type { RouteCounts } from '../../core/http/watch/route-counts.js';
import type { ChannelCircuits } from '../../relay/routing/channel-circuits.js';
import type { Circuits } from '../../relay/routing/circuits.js';

interface MetricClasses {
  readonly Counter: typeof Counter;
  readonly Gauge: typeof Gauge;
}

/** What this process knows, read at each scrape. */
export interface ProcessState {
  /** Undefined where requests are not counted by route. */
  readonly routes: RouteCounts | undefined;
  readonly circuits: ChannelCircuits;
  readonly keyCircuits: Circuits<string>;
  readonly channels: Pick<ChannelRegistry, 'disabledKeys'>;
  readonly ledger: Pick<RedisLedgerGate, 'outstanding' | 'counts'>;
}

/** Channels that have a time series of their own; circuits of others count under `other`. */
const MAX_CHANNELS = 1000;

/** Registers requests by route, circuits and holds of this process. */
export function registerProcessMetrics(
  registry: Registry,
  { Counter: NewCounter, Gauge: NewGauge }: MetricClasses,
  { routes, circuits, keyCircuits, channels, ledger }: ProcessState,
): void {
  const registers = [registry];
  new NewCounter({
    name: 'tollgate_http_requests_total',
    help: 'Requests to this process by route and class of the status, management and console included.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { method, route, status, requests } of routes?.all ?? [])
        this.inc({ method, route, status }, requests);
    },
  });
  new NewGauge({
    name: 'tollgate_circuits_open',
    help: 'What this process does not call now because it failed: whole channels, models of channels, and keys.',
    labelNames: ['channel', 'scope'],
    registers,
    collect() {
      this.reset();
      const channels = new Set<number>();
      const add = (channelId: number, scope: string) => {
        if (channels.size < MAX_CHANNELS) channels.add(channelId);
        this.inc({ channel: channels.has(channelId) ? String(channelId) : 'other', scope });
      };
      for (const { channelId, isWhole } of circuits.open) add(channelId, isWhole ? 'channel' : 'model');
      for (const name of keyCircuits.open) add(Number.parseInt(name, 10), 'key');
    },
  });
  new NewGauge({
    name: 'tollgate_channel_keys_disabled',
    help: 'Keys that are not used because their provider rejected them, of channels with several.',
    registers,
    collect() {
      this.set(channels.disabledKeys);
    },
  });
  new NewGauge({
    name: 'tollgate_holds',
    help: 'Requests of this process for which quota is held.',
    registers,
    collect() {
      this.set(ledger.counts.open);
    },
  });
  new NewGauge({
    name: 'tollgate_outstanding_quota',
    help: 'Quota units that this process holds for open requests, and has charged without knowing yet that they are posted.',
    labelNames: ['state'],
    registers,
    collect() {
      const { held, unposted } = ledger.outstanding;
      this.set({ state: 'held' }, held);
      this.set({ state: 'unposted' }, unposted);
    },
  });
}
