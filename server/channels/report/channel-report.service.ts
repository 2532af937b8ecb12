import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../../audit/audit.repository.js';
import { LogsRepository } from '../../billing/logs/logs.repository.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { readLogDetails } from '../../contract/resources/logs/log-details.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import {
  REPORT_CHANGES_AMONG,
  REPORT_HOURS,
  REPORT_ROWS,
  type ChannelReportResponse,
} from '../../contract/resources/channels/channel-report.js';
import { storedTextSchema } from '../../contract/stored-texts/schema.js';
import { FirstTokensRepository, type HourFirstTokens } from '../../statistics/first-tokens.repository.js';
import { histogramOf, percentile } from '../../statistics/histogram.js';
import type { AuditEntry } from '../../audit/audit-entry.entity.js';
import { ChannelRegistry } from '../channel-registry.js';
import { ChannelsRepository } from '../channels.repository.js';
import { withoutDisabledKeys } from '../keys/channel-keys.js';
import { channelKeysOf } from '../keys/channel-key-response.js';
import { ChannelReportRepository, type Hours, type KeyRow } from './channel-report.repository.js';

const HOUR_SECONDS = 3600;
const MAX_GROUP_LENGTH = 1000;

/** What happened to one channel: results, times, models, failures, keys and changes. */
@Injectable()
export class ChannelReport {
  constructor(
    private readonly stored: ChannelReportRepository,
    private readonly firstTokens: FirstTokensRepository,
    private readonly channels: ChannelsRepository,
    private readonly registry: ChannelRegistry,
    private readonly logs: LogsRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws ApiError channel_not_found */
  async of(id: number): Promise<ChannelReportResponse> {
    const channel = await this.channels.find(undefined, id);
    if (!channel) throw new ApiError('channel_not_found');
    const hours = presentHours();
    // One after the other, by one connection: the page asks again and again.
    const results = await this.stored.results(id, hours);
    const firstTokens = await this.firstTokens.ofChannel(id, hours.from, hours.to);
    const models = await this.stored.models(id, hours);
    const calls = await this.stored.keys(id, hours);
    const errors = await this.logs.failuresOfChannel(id, REPORT_ROWS.errors);
    const changes = await this.audit.changesOfChannel(id, REPORT_ROWS.changes, REPORT_CHANGES_AMONG);
    const resultAt = new Map(results.map((row) => [row.at, row]));
    return {
      id,
      name: channel.name,
      type: channel.type,
      status: channel.status,
      drained_until: channel.drainedUntil,
      priority: channel.priority,
      weight: channel.weight,
      group: channel.group.slice(0, MAX_GROUP_LENGTH),
      tag: channel.tag,
      other_info: withoutDisabledKeys(channel.otherInfo),
      ...hours,
      slots: Array.from({ length: REPORT_HOURS }, (_, index) => {
        const at = hours.from + index * HOUR_SECONDS;
        const ofHour = firstTokens.filter((row) => row.at === at);
        return { ...(resultAt.get(at) ?? { ...NO_RESULTS, at }), ...percentiles(ofHour) };
      }),
      models: models.slice(0, REPORT_ROWS.models).map((row) => ({
        ...row,
        ...percentiles(firstTokens.filter(({ model }) => model === row.model)),
      })),
      models_total: models.length,
      errors: errors.map(failureOf),
      ...this.keysOf(id, calls),
      changes: changes.map(changeOf),
    };
  }

  private keysOf(
    id: number,
    calls: readonly KeyRow[],
  ): Pick<ChannelReportResponse, 'keys' | 'keys_total' | 'keys_disabled'> {
    const channel = this.registry.get(id);
    if (!channel?.setting.multiKey) return { keys: [], keys_total: 1, keys_disabled: 0 };
    const callsOf = new Map(calls.map((row) => [row.index, row]));
    const keys = channelKeysOf(channel).map((key) => {
      const { attempts = 0, failures = 0 } = callsOf.get(key.index) ?? {};
      return { ...key, attempts, failures };
    });
    const sorted = keys.toSorted((a, b) => Number(a.enabled) - Number(b.enabled) || a.index - b.index);
    return {
      keys: sorted.slice(0, REPORT_ROWS.keys),
      keys_total: keys.length,
      keys_disabled: channel.disabledKeys.length,
    };
  }
}

const NO_RESULTS = {
  ok: 0,
  rescued: 0,
  client_error: 0,
  limited: 0,
  upstream_error: 0,
  cut: 0,
  aborted: 0,
};

function presentHours(): Hours {
  const to = (Math.floor(Date.now() / 1000 / HOUR_SECONDS) + 1) * HOUR_SECONDS;
  return { from: to - REPORT_HOURS * HOUR_SECONDS, to };
}

function percentiles(rows: readonly HourFirstTokens[]) {
  const histogram = histogramOf(rows);
  return {
    first_token_p50: percentile(histogram, 0.5) ?? null,
    first_token_p95: percentile(histogram, 0.95) ?? null,
  };
}

function failureOf(row: LogResponse): ChannelReportResponse['errors'][number] {
  const { status_code, error_code, error, suppressed, admin_info } = readLogDetails(row.other);
  return {
    id: row.id,
    created_at: row.created_at,
    request_id: row.request_id,
    model: row.model_name,
    username: row.username,
    token_name: row.token_name,
    status: status_code ?? null,
    upstream_status: admin_info.upstream_status || null,
    code: error_code ?? error?.code ?? '',
    message: row.content,
    error: error ? { code: error.code, params: error.params ?? {} } : null,
    suppressed: suppressed ?? 0,
  };
}

function changeOf({
  id,
  createdAt,
  actorName,
  content,
  details,
}: AuditEntry): ChannelReportResponse['changes'][number] {
  const text = storedTextSchema.safeParse(memberOf(details, 'text'));
  return { id, created_at: createdAt, actor_name: actorName, content, text: text.data ?? null };
}

/** A member of a JSON text, which is '' where there are no details. */
function memberOf(json: string, name: string): unknown {
  if (json === '') return undefined;
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}
