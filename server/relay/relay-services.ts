import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Redis } from 'ioredis';
import { join } from 'node:path';
import type { LedgerGate } from '../billing/ledger/ledger.types.js';
import { RedisLedgerGate } from '../billing/ledger/gate/redis-ledger-gate.js';
import { FailedRequests } from '../billing/logs/failures/failed-requests.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { UsualUse } from '../billing/prices/charge/usual-use.js';
import { UnreadUsage } from '../billing/unread-usage/unread-usage.js';
import { ChannelRegistry, type RoutableChannel } from '../channels/channel-registry.js';
import { AutomaticStatus } from '../channels/automatic-status.service.js';
import { Vault } from '../core/crypto.js';
import { Drain } from '../core/drain.js';
import { EventBus } from '../core/redis/events.js';
import { EgressClient } from '../core/egress/egress-client.js';
import { EnvironmentProxies } from '../core/egress/environment-proxies.js';
import { TlsWarnings } from '../core/egress/tls-warnings.js';
import type { Env } from '../core/env.js';
import { ENV, REDIS } from '../core/injection.js';
import type { LogEntry } from '../core/logger.js';
import { RequestStatistics } from '../statistics/request-statistics.js';
import { TokenCache } from '../tokens/token-cache.js';
import { TokenIdentitiesRepository } from '../tokens/token-identities.repository.js';
import { ArrivingBodies } from './http/arriving-bodies.js';
import { Overload } from './http/overload.js';
import { RequestQueue } from './http/request-queue.js';
import type { CallTimes } from './pipeline/attempt/attempt-services.js';
import type { RequestTracer } from './pipeline/request-trace.js';
import type { PipelineServices } from './pipeline/services.js';
import { RunningAnswers } from './pipeline/settle/running-answers.js';
import { RelaySettings } from './pipeline/settings.js';
import { AccessWatch } from './realtime/access-watch.js';
import { Admission } from './routing/admission.js';
import { ChannelCircuits } from './routing/channel-circuits.js';
import { Circuits } from './routing/circuits.js';
import { CountingLimit } from './routing/counting-limit.js';
import { ProviderResponses } from './routing/provider-responses.js';
import { Compactions } from './stored/compactions.js';
import { StoredResponses } from './stored/stored-responses.js';
import { ThoughtSignatures } from './stored/thought-signatures.js';
import { Uploads } from './uploads/uploads.js';
import { Tracing } from './tracing/tracing.js';
import { UpstreamClient } from './upstream/client.js';
import { Downloads } from './upstream/downloads.js';
import { UpstreamSockets } from './upstream/sockets.js';

/** Lease of a running request. Running processes renew it, so only requests of a crashed process expire. */
const ADMISSION_LEASE_MS = 120_000;
/** Milliseconds between two reports of produced output to Redis; a killed process loses at most this much. */
const REPORT_PRODUCED_MS = 2000;
/** Milliseconds between two checks of the access of open sessions. */
const CHECK_ACCESS_MS = 5000;

/** Bodies of the largest size that may arrive from one user at a time. */
const BODIES_PER_USER = 4;
/** Milliseconds after which a body of which nothing arrives is given up. */
const BODY_IDLE_MS = 10_000;

/** The services that relay requests use. */
@Injectable()
export class RelayServices implements PipelineServices, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  readonly upstream: UpstreamClient;
  readonly sockets: UpstreamSockets;
  readonly times: CallTimes;
  readonly media: Downloads;
  readonly ledger: LedgerGate;
  readonly circuits = new ChannelCircuits();
  readonly keyCircuits = new Circuits<string>();
  readonly admission: Admission;
  readonly providerResponses: ProviderResponses;
  readonly storedResponses: StoredResponses;
  readonly thoughts: ThoughtSignatures;
  readonly compactions: Compactions;
  readonly typicalUsage = new UsualUse();
  readonly running: RunningAnswers;
  readonly uploads: Uploads;
  readonly access: AccessWatch;
  /** undefined = token counting is not limited. */
  readonly counting: CountingLimit | undefined;
  /** Concurrent realtime sessions per user; 0 = no limit. */
  readonly sessionsPerUser: number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly arriving: ArrivingBodies;
  readonly queue = new RequestQueue();
  readonly overload: Overload;

  constructor(
    readonly tokens: TokenCache,
    readonly channels: ChannelRegistry,
    readonly prices: PricesService,
    readonly settings: RelaySettings,
    readonly drain: Drain,
    private readonly automaticStatus: AutomaticStatus,
    ledger: RedisLedgerGate,
    events: EventBus,
    egress: EgressClient,
    @Inject(ENV) env: Env,
    @Inject(REDIS) redis: Redis,
    vault: Vault,
    readonly identities: TokenIdentitiesRepository,
    readonly unreadUsage: UnreadUsage,
    readonly failures: FailedRequests,
    readonly statistics: RequestStatistics,
    private readonly tracing: Tracing,
  ) {
    this.ledger = ledger;
    this.running = new RunningAnswers(
      (produced) => ledger.report(produced),
      (problem) => this.report(problem, ''),
    );
    drain.onLimit(() => this.running.cut());
    this.admission = new Admission(redis, ADMISSION_LEASE_MS, (problem, requestId) =>
      this.report(problem, requestId),
    );
    this.providerResponses = new ProviderResponses(redis, (problem, requestId) =>
      this.report(problem, requestId),
    );
    this.storedResponses = new StoredResponses(redis, vault);
    this.thoughts = new ThoughtSignatures(redis, vault);
    this.compactions = new Compactions(vault);
    this.media = new Downloads(egress, env.MAX_FILE_DOWNLOAD_MB * 1024 * 1024);
    this.uploads = new Uploads(join(env.TOLLGATE_DATA_DIR, 'uploads'));
    this.access = new AccessWatch(events, (problem) => this.report(problem, ''));
    this.counting = env.COUNT_TOKENS_RATE_LIMIT
      ? new CountingLimit(redis, env.COUNT_TOKENS_RATE_LIMIT)
      : undefined;
    this.sessionsPerUser = env.REALTIME_SESSIONS_PER_USER;
    this.bodyLimit = env.MAX_BODY_MB * 1024 * 1024;
    this.overload = new Overload(
      { delayMs: env.MAX_EVENT_LOOP_DELAY, inFlight: env.MAX_REQUESTS_IN_FLIGHT },
      () => drain.inFlight,
      (now) => this.queue.at(now),
    );
    this.arriving = new ArrivingBodies({
      perUser: this.bodyLimit * BODIES_PER_USER,
      perProcess: Math.max(env.MAX_ARRIVING_MB * 1024 * 1024, this.bodyLimit),
      idleMs: BODY_IDLE_MS,
    });
    this.times = {
      firstTokenMs: env.FIRST_TOKEN_TIMEOUT * 1000,
      idleMs: env.STREAMING_TIMEOUT * 1000,
      wholeMs: env.RELAY_TIMEOUT * 1000,
    };
    const connectTimeoutMs = env.CONNECT_TIMEOUT * 1000;
    const outbound = {
      allowPrivate: env.EGRESS_ALLOW_PRIVATE,
      proxies: EnvironmentProxies.of(env),
      tlsWarnings: new TlsWarnings((line) => this.logger.warn(line)),
    };
    this.upstream = new UpstreamClient({ connectTimeoutMs, ...outbound }, (problem) =>
      this.report(problem, ''),
    );
    this.sockets = new UpstreamSockets({ handshakeMs: connectTimeoutMs, ...outbound });
  }

  get tracer(): RequestTracer | undefined {
    return this.tracing.tracer;
  }

  firstTokenMs({ setting }: RoutableChannel): number {
    return Math.min(setting.firstTokenMs ?? this.settings.current.firstTokenMs, this.times.firstTokenMs);
  }

  firstByteMs(): number {
    return this.settings.current.firstByteMs;
  }

  reportBroken(channelId: number, keyIndex: number, reason: string): void {
    this.automaticStatus
      .disable(channelId, reason, keyIndex)
      .catch((error: unknown) => this.logger.error(`channel ${channelId} not disabled: ${String(error)}`));
  }

  reportRejected(reference: string): void {
    this.automaticStatus.keyRejected(reference);
  }

  readonly warn = (line: string, requestId: string): void =>
    this.logger.warn({ requestId, message: line } satisfies LogEntry);

  report(defect: unknown, requestId: string): void {
    const stack = defect instanceof Error ? defect.stack : undefined;
    const message = defect instanceof Error ? defect.message || defect.name : String(defect);
    this.logger.error({ ...(requestId !== '' && { requestId }), message, stack } satisfies LogEntry);
  }

  @Interval('relay.report-produced', REPORT_PRODUCED_MS)
  reportProduced(): void {
    this.running.report();
  }

  @Interval('relay.check-access', CHECK_ACCESS_MS)
  checkAccess(): void {
    this.access.check();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.uploads
      .sweep()
      .catch((error: unknown) => this.logger.error(`uploads cannot be kept: ${String(error)}`));
  }

  async onApplicationShutdown(): Promise<void> {
    this.admission.stop();
    this.arriving.stop();
    this.overload.stop();
    await this.upstream.close();
  }
}
