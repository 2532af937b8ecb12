import { record } from '../../dialects/json/lenient.js';
import { integer, isBrokenJson, json, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

/** A telegram id of 0 is none. */
export function userRow(row: SourceRow): SourceRow {
  return trimmed(row, 'telegram_id') === '0' ? { ...row, telegram_id: '' } : row;
}

/** A token whose limits are in the column `setting`; before October 2025 those of models stood one level higher. */
export function tokenRow(row: SourceRow): SourceRow {
  // A token whose limits cannot be read must not be one without limits.
  if (isBrokenJson(row, 'setting')) return { ...row, allow_ips: 'the column setting' };
  const limits = record(record(json(row, 'setting')).limits);
  const models = record(limits.limit_model_setting ?? limits);
  const addresses = record(limits.limits_ip_setting);
  return {
    ...row,
    model_limits_enabled: models.enabled === true ? '1' : '0',
    model_limits: texts(models.models).join(','),
    allow_ips: addresses.enabled === true ? texts(addresses.whitelist).join('\n') : '',
  };
}

/** Its duration is in milliseconds there, and in seconds here. */
export function logRow(row: SourceRow): SourceRow {
  return { ...row, use_time: String(Math.round(integer(row, 'request_time') / 1000)) };
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}
