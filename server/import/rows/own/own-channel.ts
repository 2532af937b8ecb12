import { ChannelStatus } from '../../../contract/enums.js';
import type { Vault } from '../../../core/crypto.js';
import { record } from '../../../dialects/json/lenient.js';
import { integer, json, text } from '../../sources/column-values.js';
import type { SourceRow } from '../../sources/source.js';
import type { ImportedChannel } from '../channel-columns.js';
import { storedColumns } from './stored-columns.js';

/** A channel that lacks a secret is disabled: it could not call its provider, or would call it without its proxy. */
export function ownChannel(row: SourceRow, vault: Vault): ImportedChannel {
  const { setting, left } = completedSetting(row);
  if (row.key === null) left.unshift('key');
  const status = integer(row, 'status');
  const detail = [text(row, 'name'), ...left].join(', ');
  return {
    notes: left.length > 0 ? [{ table: 'channels', id: row.id ?? '', code: 'channel_key_left', detail }] : [],
    columns: {
      ...storedColumns('channels', row, []),
      key: vault.seal(text(row, 'key')),
      setting,
      status: left.length > 0 && status === ChannelStatus.enabled ? ChannelStatus.disabled : status,
    },
  };
}

/** The setting without the members that are null, and their names. */
function completedSetting(row: SourceRow): { setting: string | null; left: string[] } {
  const members = record(json(row, 'setting'));
  const upstream = record(members.upstream);
  const headers = record(upstream.headers);
  const left = [
    ...(members.proxy === null ? ['proxy'] : []),
    ...Object.keys(headers).filter((name) => headers[name] === null),
  ];
  if (left.length === 0) return { setting: row.setting ?? null, left };
  const { proxy, ...rest } = members;
  const present = Object.entries(headers).filter(([, value]) => value !== null);
  return {
    left,
    setting: JSON.stringify({
      ...rest,
      ...(typeof proxy === 'string' && { proxy }),
      ...(upstream.headers !== undefined && {
        upstream: { ...upstream, headers: Object.fromEntries(present) },
      }),
    }),
  };
}
