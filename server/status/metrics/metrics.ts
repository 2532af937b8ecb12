import { shardName } from '../../core/redis/cluster/shards.js';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { alertRule } from '../../contract/resources/alert.js';
import { RedisLedgerGate } from '../../billing/ledger/gate/redis-ledger-gate.js';
import { Drain } from '../../core/drain.js';
import type { RouteCounts } from '../../core/http/watch/route-counts.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { ClockCheck } from '../../core/redis/clock-check.js';
import { version } from '../../core/version.js';
import { RelayServices } from '../../relay/relay-services.js';
import { registerProcessMetrics } from './process-metrics.js';
import { registerReplicaMetrics } from './replica-metrics.js';
import { registerRequestMetrics } from './request-metrics.js';
import { InstallationMetrics, type InstallationValues } from './installation-metrics.js';

/** Metrics in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
@Injectable()
export class Metrics {
  private registry: Promise<Registry> | undefined;
  private routes: RouteCounts | undefined;

  constructor(
    private readonly installation: InstallationMetrics,
    private readonly drain: Drain,
    private readonly relay: RelayServices,
    private readonly gate: RedisLedgerGate,
    private readonly clock: ClockCheck,
    private readonly dataSource: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** Shows these counts, too. */
  watch(routes: RouteCounts): void {
    this.routes = routes;
  }

  /** @throws when Postgres or Redis cannot be reached */
  async text(): Promise<{ type: string; body: string }> {
    this.registry ??= this.create();
    const registry = await this.registry;
    return { type: registry.contentType, body: await registry.metrics() };
  }

  private async create(): Promise<Registry> {
    // Loaded for the first scrape, because most installations have none.
    const { Counter, Gauge, Registry, collectDefaultMetrics } = await import('prom-client');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const { drain, installation } = this;
    const registers = [registry];
    new Gauge({
      name: 'tollgate_build_info',
      help: 'The version that runs; always 1.',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1);
    new Gauge({
      name: 'tollgate_requests_in_flight',
      help: 'Requests that this process is serving.',
      registers,
      collect() {
        this.set(drain.inFlight);
      },
    });

    const { clock } = this;
    new Gauge({
      name: 'tollgate_clock_offset_seconds',
      help: 'Seconds by which the clock of this machine is ahead of that of Redis; negative if it is behind.',
      registers,
      collect() {
        if (clock.offsetMs !== undefined) this.set(clock.offsetMs / 1000);
      },
    });

    const pool = poolOf(this.dataSource);
    new Gauge({
      name: 'tollgate_database_connections',
      help: 'Connections of this process to Postgres by state; at most DATABASE_POOL_SIZE.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
      },
    });
    new Gauge({
      name: 'tollgate_database_waiting',
      help: 'Queries of this process that wait for a connection to Postgres.',
      registers,
      collect() {
        this.set(pool.waitingCount);
      },
    });

    registerReplicaMetrics(registry, { Counter, Gauge }, this.reads);
    const { circuits, keyCircuits, channels } = this.relay;
    registerProcessMetrics(
      registry,
      { Counter, Gauge },
      { routes: this.routes, circuits, keyCircuits, channels, ledger: this.gate },
    );
    registerRequestMetrics(registry, { Counter }, this.relay.statistics.totals);
    const { arriving, overload, unreadUsage } = this.relay;
    new Gauge({
      name: 'tollgate_arriving_body_bytes',
      help: 'Bytes of request bodies that are arriving at this process, as announced.',
      registers,
      collect() {
        this.set(arriving.bytes);
      },
    });
    new Gauge({
      name: 'tollgate_event_loop_delay_seconds',
      help: 'Average delay of the event loop, by which new requests are refused.',
      registers,
      collect() {
        this.set(overload.delayMs / 1000);
      },
    });
    new Counter({
      name: 'tollgate_requests_refused_total',
      help: 'Requests that this process refused because a limit of it was reached.',
      labelNames: ['limit'],
      registers,
      collect() {
        this.reset();
        this.inc({ limit: 'event_loop_delay' }, overload.refused.delay);
        this.inc({ limit: 'waiting' }, overload.refused.wait);
        this.inc({ limit: 'in_flight' }, overload.refused.inFlight);
        this.inc({ limit: 'arriving_bytes_user' }, arriving.refused.user);
        this.inc({ limit: 'arriving_bytes_server' }, arriving.refused.process);
        this.inc({ limit: 'body_idle' }, arriving.refused.idle);
      },
    });

    new Counter({
      name: 'tollgate_unread_usage_members_total',
      help: 'Requests of this process whose usage had a member that no reader knows.',
      labelNames: ['provider', 'member'],
      registers,
      collect() {
        this.reset();
        for (const { provider, member, requests } of unreadUsage.counts)
          this.inc({ provider, member }, requests);
      },
    });

    /** A value of the whole installation, by labels. */
    const gauge = <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: (values: InstallationValues) => readonly (readonly [Record<Label, string>, number])[],
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const values = read(await installation.values());
          this.reset();
          for (const [labels, value] of values) this.set(labels, value);
        },
      });
    gauge('tollgate_tasks_running', 'Tasks that are polled, by kind.', ['kind'], ({ tasks }) =>
      tasks.map(({ kind, running }) => [{ kind }, running]),
    );
    gauge(
      'tollgate_task_poll_delay_seconds',
      'How late the longest overdue poll of a task is; 0 if none is late.',
      ['kind'],
      ({ tasks }) => tasks.map(({ kind, pollDelay }) => [{ kind }, pollDelay]),
    );
    gauge('tollgate_tasks_failing_polls', 'Running tasks whose last poll failed.', ['kind'], ({ tasks }) =>
      tasks.map(({ kind, failing }) => [{ kind }, failing]),
    );
    gauge('tollgate_queue_jobs', 'Jobs by queue and state.', ['queue', 'state'], ({ queues }) =>
      queues.map(({ name, state, jobs }) => [{ queue: name, state }, jobs]),
    );
    gauge('tollgate_journal_entries', 'Settled requests that are not in Postgres yet.', [], (values) => [
      [{}, values.journalEntries],
    ]);
    gauge(
      'tollgate_journal_oldest_entry_seconds',
      'Age of the oldest settled request that is not in Postgres yet.',
      [],
      ({ journalAge }) => [[{}, journalAge]],
    );
    gauge(
      'tollgate_posting_lease_seconds',
      'For how long the worker that posts the journal has done so; no value if none does, or in a Redis cluster.',
      ['holder'],
      ({ posters }) =>
        posters
          .filter(({ shard }) => shard === undefined)
          .map(({ holder, since }) => [{ holder }, Date.now() / 1000 - since]),
    );
    gauge(
      'tollgate_posting_shard_lease_seconds',
      'For how long the worker that posts the journal of a shard of a Redis cluster has done so.',
      ['holder', 'shard'],
      ({ posters }) =>
        posters.flatMap(({ holder, since, shard }) =>
          shard === undefined ? [] : [[{ holder, shard: shardName(shard) }, Date.now() / 1000 - since]],
        ),
    );
    gauge(
      'tollgate_redis_shard_away',
      'Shards of the Redis cluster that do not respond.',
      ['shard'],
      (values) => values.shardsAway.map((shard) => [{ shard }, 1]),
    );
    gauge('tollgate_outbox_messages', 'Mails and webhooks that wait for delivery.', [], (values) => [
      [{}, values.outbox],
    ]);

    gauge('tollgate_channels', 'Channels by status.', ['status'], ({ channels }) =>
      channels.map(({ status, number }) => [{ status }, number]),
    );
    gauge(
      'tollgate_alerts',
      'Alerts of the console that fire, by rule. The rule ledger_unbalanced is the result of the latest audit of the ledger.',
      ['rule'],
      ({ alerts }) =>
        alertRule.options.map((rule) => [{ rule }, alerts.find((one) => one.rule === rule)?.firing ?? 0]),
    );
    gauge(
      'tollgate_usage_events_waiting_seconds',
      'Age of the oldest charge or refund that the receiver of usage events does not have; no value without a receiver.',
      [],
      ({ usageEvents }) => (usageEvents ? [[{}, usageEvents.waitingSeconds]] : []),
    );
    gauge(
      'tollgate_usage_events_failures',
      'Failed calls of the receiver of usage events in a row.',
      [],
      ({ usageEvents }) => (usageEvents ? [[{}, usageEvents.failures]] : []),
    );
    gauge(
      'tollgate_usage_events_refused',
      'Usage events that their receiver refused, and that are kept.',
      [],
      ({ usageEvents }) => (usageEvents ? [[{}, usageEvents.refused]] : []),
    );

    for (const [unit, name, help] of [
      ['charges', 'tollgate_write_offs', 'Charges that no balance could pay in full.'],
      ['quota', 'tollgate_written_off_quota', 'Quota units of charges that no balance could pay.'],
    ] as const)
      new Counter({
        name: `${name}_total`,
        help,
        labelNames: ['cause'],
        registers,
        async collect() {
          const { writeOffs } = await installation.values();
          this.reset();
          for (const row of writeOffs) this.inc({ cause: row.cause }, Math.max(0, row[unit]));
        },
      });
    const counter = (name: keyof InstallationValues['counters'], help: string) =>
      new Counter({
        name: `tollgate_${name}_total`,
        help,
        registers,
        async collect() {
          const { counters } = await installation.values();
          this.reset();
          this.inc(counters[name]);
        },
      });
    counter('task_refunds', 'Failed tasks whose charge was given back.');
    counter('task_refunded_quota', 'Quota units given back for failed tasks.');
    counter('task_poll_calls', 'Calls of providers that ask for the state of tasks.');
    counter('task_poll_failures', 'Such calls that failed.');
    return registry;
  }
}

/** The pool of the data source, which TypeORM does not expose by its types. */
function poolOf({ driver }: DataSource): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return (driver as unknown as { master: pg.Pool }).master;
}
