import { record } from '../../dialects/json/lenient.js';
import { integer, json, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

const BEDROCK = 33;
const VERTEX = 41;

/** The credential of a channel. */
export interface ChannelKeys {
  /** One key per line if there are several. */
  readonly key: string;
  readonly isMulti: boolean;
  /** Keys that are not used, by line. */
  readonly dead: Readonly<Record<string, { reason: string; time: number }>>;
  /** Value of `other`, where the source has it elsewhere. */
  readonly other: string | undefined;
  /** The column `config` has members that are not imported. */
  readonly isIncomplete: boolean;
}

/**
 * Later releases of new-api have several keys in one channel: lines or a JSON array, described by `channel_info`. one-api has parts of
 * credentials in `config`.
 */
export function channelKey(row: SourceRow, type: number): ChannelKeys {
  const single = { isMulti: false, dead: {}, other: undefined, isIncomplete: false };
  const key = trimmed(row, 'key');
  const info = record(json(row, 'channel_info'));
  if (info.is_multi_key === true) {
    const keys = listedKeys(key);
    return { ...single, key: keys.join('\n'), isMulti: true, dead: deadKeys(info, keys.length, row) };
  }
  const config = record(json(row, 'config'));
  const part = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '');
  if (type === BEDROCK && part('ak') !== '')
    return { ...single, key: [part('ak'), part('sk'), part('region')].join('|') };
  if (type === VERTEX && part('vertex_ai_adc') !== '')
    return { ...single, key: part('vertex_ai_adc'), other: part('region') };
  const version = part('api_version') || part('library_id') || part('plugin');
  const known = ['api_version', 'library_id', 'plugin'];
  return {
    ...single,
    key,
    other: version === '' || trimmed(row, 'other') !== '' ? undefined : version,
    isIncomplete: Object.keys(config).some((name) => !known.includes(name) && part(name) !== ''),
  };
}

/** Keys as lines, or as a JSON array of texts or documents. */
function listedKeys(key: string): string[] {
  let listed: unknown;
  try {
    listed = key.startsWith('[') ? JSON.parse(key) : undefined;
  } catch {
    listed = undefined;
  }
  const keys = Array.isArray(listed)
    ? listed.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)))
    : key.split('\n');
  return keys.map((one) => one.trim()).filter((one) => one !== '');
}

function deadKeys(
  info: Readonly<Record<string, unknown>>,
  count: number,
  row: SourceRow,
): Record<string, { reason: string; time: number }> {
  const reasons = record(info.multi_key_disabled_reason);
  const times = record(info.multi_key_disabled_time);
  const dead: Record<string, { reason: string; time: number }> = {};
  for (const [index, status] of Object.entries(record(info.multi_key_status_list))) {
    if (status === 1 || !(Number(index) < count)) continue;
    const reason = reasons[index];
    const time = times[index];
    dead[index] = {
      reason: typeof reason === 'string' ? reason : '',
      time: typeof time === 'number' ? time : integer(row, 'test_time'),
    };
  }
  return dead;
}
