import { ChannelStatus } from '../../contract/enums.js';
import { commaList } from '../../channels/channel-form.js';
import {
  hasCycle,
  readModelMapping,
  readParamOverride,
  readSetting,
  readStatusCodeMapping,
} from '../../channels/channel-settings.js';
import type { Vault } from '../../core/crypto.js';
import { record } from '../../dialects/json/lenient.js';
import { definitionOf, isServed } from '../../dialects/providers/registry.js';
import type { Note, RuleCode } from '../rules.js';
import { decimal, integer, json, text, textOrNull, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { channelKey } from './channel-key.js';

const STATUSES: readonly number[] = Object.values(ChannelStatus);
/** Columns of later releases and of forks whose contents have another place here. */
const ELSEWHERE = ['header_override', 'settings', 'remark', 'plugin'];
/** Longer names cannot be entered here either. */
const MAX_MODEL_LENGTH = 255;

/** A channel of the source as the columns of `channels`, without its id. */
export interface ImportedChannel {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly notes: Note[];
}

/** @param vault seals the keys */
export function channelColumns(row: SourceRow, vault: Vault): ImportedChannel {
  const notes: Note[] = [];
  const name = trimmed(row, 'name');
  const note = (code: RuleCode, detail = '') => {
    notes.push({
      table: 'channels',
      id: row.id ?? '',
      code,
      detail: detail === '' ? name : `${name}, ${detail}`,
    });
  };
  const type = integer(row, 'type');
  const keys = channelKey(row, type);
  const broken: string[] = [];
  const readable = (column: string, value: string | null, read: (value: string | null) => unknown) => {
    try {
      read(value);
      return value;
    } catch {
      broken.push(column);
      return null;
    }
  };
  const modelMapping = readable('model_mapping', textOrNull(row, 'model_mapping'), (value) => {
    const mapping = readModelMapping(value);
    if (mapping && hasCycle(mapping)) throw new TypeError('a mapping that leads back');
  });
  const statusCodeMapping = readable(
    'status_code_mapping',
    textOrNull(row, 'status_code_mapping'),
    readStatusCodeMapping,
  );
  const paramOverride = readable('param_override', textOrNull(row, 'param_override'), readParamOverride);
  const setting = readable('setting', settingOf(row, keys.isMulti), readSetting);
  if (broken.length > 0) note('mapping_unreadable', broken.join(', '));
  const isKnown = definitionOf(type) !== undefined && isServed(type);
  const isUsable = isKnown && broken.length === 0;
  // one-hub has numbers of its own.
  if (!isKnown) note('type_unknown', trimmed(row, 'type_there') || String(type));
  const left = ELSEWHERE.filter((column) => !['', '{}', '[]', 'null'].includes(trimmed(row, column)));
  if (keys.isIncomplete) left.push('config');
  if (left.length > 0) note('part_not_imported', left.join(', '));
  const status = integer(row, 'status', ChannelStatus.enabled);
  if (!STATUSES.includes(status)) note('status_unknown', String(status));
  return {
    notes,
    columns: {
      type,
      key: vault.seal(keys.key),
      open_ai_organization: textOrNull(row, 'open_ai_organization') ?? textOrNull(row, 'openai_organization'),
      test_model: textOrNull(row, 'test_model'),
      status:
        STATUSES.includes(status) && (isUsable || status !== ChannelStatus.enabled)
          ? status
          : ChannelStatus.disabled,
      name,
      weight: Math.max(integer(row, 'weight'), 0),
      created_time: integer(row, 'created_time'),
      test_time: integer(row, 'test_time'),
      response_time: Math.max(integer(row, 'response_time'), 0),
      base_url: trimmed(row, 'base_url').replace(/\/+$/, ''),
      other: keys.other ?? trimmed(row, 'other'),
      balance: decimal(row, 'balance'),
      balance_updated_time: integer(row, 'balance_updated_time'),
      models: commaList(trimmed(row, 'models'))
        .filter((model) => model.length <= MAX_MODEL_LENGTH)
        .join(','),
      group: commaList(trimmed(row, 'group')).join(',') || 'default',
      used_quota: Math.max(integer(row, 'used_quota'), 0),
      model_mapping: modelMapping,
      status_code_mapping: statusCodeMapping,
      priority: integer(row, 'priority'),
      auto_ban: integer(row, 'auto_ban', 1) === 0 ? 0 : 1,
      other_info: otherInfo(row, keys.dead),
      tag: trimmed(row, 'tag') || null,
      setting,
      param_override: paramOverride,
      drained_until: 0,
    },
  };
}

/** The column `setting`, with what older releases and forks have in columns of their own. */
function settingOf(row: SourceRow, isMulti: boolean): string | null {
  const stored = textOrNull(row, 'setting');
  const members: Record<string, unknown> = {};
  if (isMulti) members.multi_key = true;
  if (trimmed(row, 'proxy') !== '') members.proxy = trimmed(row, 'proxy');
  if (trimmed(row, 'system_prompt') !== '') members.system_prompt = text(row, 'system_prompt');
  if (Object.keys(members).length === 0) return stored;
  const parsed = json(row, 'setting');
  // One that is no JSON is reported as such.
  if (stored !== null && parsed === undefined) return stored;
  return JSON.stringify({ ...members, ...record(parsed), ...(isMulti && { multi_key: true }) });
}

/** @param dead the disabled ones of several keys, by line */
function otherInfo(row: SourceRow, dead: Readonly<Record<string, { reason: string; time: number }>>): string {
  const info = json(row, 'other_info');
  const members = { ...record(info), ...(Object.keys(dead).length > 0 && { dead_keys: dead }) };
  return Object.keys(members).length === 0 ? '' : JSON.stringify(members);
}
