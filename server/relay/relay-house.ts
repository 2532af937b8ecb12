import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { LedgerGate } from '../billing/ledger/ledger.types.js';
import { RedisLedgerGate } from '../billing/ledger/redis-ledger-gate.js';
import { PricesService } from '../billing/prices/prices.service.js';
import { ChannelDirectory } from '../channels/channel-directory.js';
import { ChannelsService } from '../channels/channels.service.js';
import { Drain } from '../core/drain.js';
import type { Env } from '../core/env.js';
import { ENV } from '../core/injection.js';
import { TokenDirectory } from '../tokens/token-directory.js';
import type { CallTimes } from './pipeline/attempt-house.js';
import type { House } from './pipeline/relay.js';
import { RelaySettings } from './pipeline/settings.js';
import { UpstreamClient } from './upstream/client.js';

/** Sockets to one vendor from one process. */
const CONNECTIONS = 1024;

/** The services of the house that relay requests use. */
@Injectable()
export class RelayHouse implements House, OnApplicationShutdown {
  private readonly logger = new Logger('Relay');
  readonly upstream: UpstreamClient;
  readonly times: CallTimes;
  readonly ledger: LedgerGate;
  /** Bytes. */
  readonly bodyLimit: number;

  constructor(
    readonly tokens: TokenDirectory,
    readonly channels: ChannelDirectory,
    readonly prices: PricesService,
    readonly settings: RelaySettings,
    readonly drain: Drain,
    private readonly channelsService: ChannelsService,
    ledger: RedisLedgerGate,
    @Inject(ENV) env: Env,
  ) {
    this.ledger = ledger;
    this.bodyLimit = env.MAX_BODY_MB * 1024 * 1024;
    this.times = {
      firstTokenMs: env.FIRST_TOKEN_TIMEOUT * 1000,
      idleMs: env.STREAMING_TIMEOUT * 1000,
      wholeMs: env.RELAY_TIMEOUT * 1000,
    };
    this.upstream = new UpstreamClient({
      connectTimeoutMs: env.CONNECT_TIMEOUT * 1000,
      allowPrivate: env.EGRESS_ALLOW_PRIVATE,
      connections: CONNECTIONS,
    });
  }

  disable(channelId: number, reason: string): void {
    this.channelsService
      .markAutoDisabled(channelId, reason)
      .catch((error: unknown) => this.logger.error(`channel ${channelId} not set aside: ${String(error)}`));
  }

  report(defect: unknown, requestId: string): void {
    this.logger.error(
      `request ${requestId}: ${defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)}`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }
}
