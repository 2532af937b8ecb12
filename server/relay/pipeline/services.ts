import type { FailedRequest } from '../../billing/logs/failures/failed-request.js';
import type { ChannelRegistry } from '../../channels/channel-registry.js';
import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import type { PricesService } from '../../billing/prices/prices.service.js';
import type { UsualUse } from '../../billing/prices/charge/usual-use.js';
import type { RequestStatistics } from '../../statistics/request-statistics.js';
import type { UnreadUsage } from '../../billing/unread-usage/unread-usage.js';
import type { ProviderResponses } from '../routing/provider-responses.js';
import type { Compactions } from '../stored/compactions.js';
import type { StoredResponses } from '../stored/stored-responses.js';
import type { AttemptServices } from './attempt/attempt-services.js';
import type { TokenSource } from './authenticate.js';
import type { RequestTracer } from './request-trace.js';
import type { RelaySettings } from './settings.js';

/** Everything outside the pipeline that a request may need. */
export interface PipelineServices extends AttemptServices {
  tokens: TokenSource;
  channels: ChannelRegistry;
  prices: PricesService;
  settings: RelaySettings;
  ledger: LedgerGate;
  providerResponses: ProviderResponses;
  storedResponses: StoredResponses;
  compactions: Compactions;
  typicalUsage: UsualUse;
  unreadUsage: UnreadUsage;
  statistics: Pick<RequestStatistics, 'of' | 'failed' | 'succeeded' | 'totals'>;
  /** Records requests that ended in an error and were not charged. */
  failures: { readonly isOn: boolean; add(failure: FailedRequest): void };
  /** Undefined where tracing is off. */
  readonly tracer: RequestTracer | undefined;
  /** Logs a line for the operator. */
  warn: (line: string, requestId: string) => void;
}
