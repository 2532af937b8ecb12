import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelsChange } from '#contract/resources/channels/channel-bulk';
import { splitList } from '../../../lib/format/format';

/** What happens to a list of groups or models. */
export const LIST_EDITS = ['keep', 'add', 'remove', 'replace'] as const;
export type ListEdit = (typeof LIST_EDITS)[number];

/** What the form says; '' = unchanged. */
export interface BulkValues {
  priority: number | '';
  weight: number | '';
  groupEdit: ListEdit;
  groups: string[];
  modelEdit: ListEdit;
  models: string[];
  tagEdit: 'keep' | 'set' | 'remove';
  tag: string;
}

type Fields = Required<Pick<ChannelsChange, 'priority' | 'weight' | 'group' | 'models' | 'tag'>>;
/** The members that change, in the channel's present values and in the new ones. */
interface Difference {
  id: number;
  before: Partial<Fields>;
  after: Partial<Fields>;
}

export interface BulkChanges {
  changes: ChannelsChange[];
  /** Restore what was there before. */
  undo: ChannelsChange[];
  /** Channels of which nothing would be left: without groups or without models. */
  emptied: ChannelResponse[];
}

/** The changes of the selected channels; those that have all new values already are in none. */
export function bulkChanges(channels: readonly ChannelResponse[], values: BulkValues): BulkChanges {
  const differences: Difference[] = [];
  const emptied: ChannelResponse[] = [];
  for (const channel of channels) {
    const before = fieldsOf(channel);
    const after: Fields = {
      priority: values.priority === '' ? before.priority : values.priority,
      weight: values.weight === '' ? before.weight : values.weight,
      group: edited(channel.group, values.groupEdit, values.groups),
      models: edited(channel.models, values.modelEdit, values.models),
      tag: { keep: before.tag, set: values.tag.trim(), remove: '' }[values.tagEdit],
    };
    if ((after.group === '' && before.group !== '') || (after.models === '' && before.models !== ''))
      emptied.push(channel);
    const names = (Object.keys(after) as (keyof Fields)[]).filter((name) => after[name] !== before[name]);
    if (names.length > 0)
      differences.push({ id: channel.id, before: only(before, names), after: only(after, names) });
  }
  return {
    changes: grouped(differences),
    undo: grouped(differences.map(({ id, before, after }) => ({ id, before: after, after: before }))),
    emptied,
  };
}

function fieldsOf({ priority, weight, group, models, tag }: ChannelResponse): Fields {
  return { priority, weight, group, models, tag: tag ?? '' };
}

/** A comma-separated list after an edit, without duplicates; unchanged texts stay as they were stored. */
function edited(text: string, edit: ListEdit, entered: readonly string[]): string {
  const present = splitList(text);
  // As the server stores them, so that undoing compares with what is stored.
  const names = splitList(entered.join(','));
  switch (edit) {
    case 'keep':
      return text;
    case 'add':
      return names.every((name) => present.includes(name)) ? text : joined([...present, ...names]);
    case 'remove':
      return names.some((name) => present.includes(name))
        ? joined(present.filter((name) => !names.includes(name)))
        : text;
    case 'replace':
      return joined(names);
  }
}

function joined(names: readonly string[]): string {
  return [...new Set(names)].join(',');
}

function only(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** One change for all channels with the same values before and after. */
function grouped(differences: readonly Difference[]): ChannelsChange[] {
  const groups = new Map<string, ChannelsChange>();
  for (const { id, before, after } of differences) {
    const key = JSON.stringify([before, after]);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { ids: [id], ...after, before: before as ChannelsChange['before'] });
  }
  return [...groups.values()];
}
