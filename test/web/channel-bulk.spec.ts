import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { bulkChanges, type BulkValues } from '../../web/src/features/channels/bulk/bulk-changes';

const KEEP: BulkValues = {
  priority: '',
  weight: '',
  groupEdit: 'keep',
  groups: [],
  modelEdit: 'keep',
  models: [],
  tagEdit: 'keep',
  tag: '',
};
const channel = (id: number, fields: Partial<ChannelResponse> = {}) =>
  ({ id, priority: 0, weight: 0, group: 'default', models: 'a,b', tag: null, ...fields }) as ChannelResponse;
const changes = (channels: ChannelResponse[], values: Partial<BulkValues>) =>
  bulkChanges(channels, { ...KEEP, ...values });

test('channels with the same values are one change, with what was displayed; undoing it turns it around', () => {
  const channels = [channel(1), channel(2, { priority: 5 }), channel(3), channel(4, { priority: 9 })];
  expect(changes(channels, { priority: 9 })).toEqual({
    changes: [
      { ids: [1, 3], priority: 9, before: { priority: 0 } },
      { ids: [2], priority: 9, before: { priority: 5 } },
    ],
    undo: [
      { ids: [1, 3], priority: 0, before: { priority: 9 } },
      { ids: [2], priority: 5, before: { priority: 9 } },
    ],
    emptied: [],
  });
});

test.each<[string, Partial<BulkValues>, string | undefined]>([
  ['adds those that are missing', { modelEdit: 'add', models: ['b', 'c'] }, 'a,b,c'],
  ['has no spaces and no empty names', { modelEdit: 'add', models: [' c ', '', 'd,e'] }, 'a,b,c,d,e'],
  ['adds none that is there', { modelEdit: 'add', models: ['a'] }, undefined],
  ['removes those that are there', { modelEdit: 'remove', models: ['a', 'z'] }, 'b'],
  ['removes none that is not there', { modelEdit: 'remove', models: ['z'] }, undefined],
  ['replaces all, without duplicates', { modelEdit: 'replace', models: ['z', 'y', 'z'] }, 'z,y'],
])('a list of models %s', (_what, values, models) => {
  const [change] = changes([channel(1)], values).changes;
  expect(change?.models).toBe(models);
});

test('a channel that would be left without groups or models is named', () => {
  const channels = [channel(1), channel(2, { group: 'default,vip' })];
  expect(changes(channels, { groupEdit: 'remove', groups: ['default'] }).emptied).toEqual([channels[0]]);
});

test.each<[string | null, Partial<BulkValues>, string | undefined]>([
  [null, { tagEdit: 'set', tag: ' fast ' }, 'fast'],
  ['fast', { tagEdit: 'set', tag: 'fast' }, undefined],
  ['fast', { tagEdit: 'remove', tag: 'left over' }, ''],
  [null, { tagEdit: 'remove' }, undefined],
])('tag %j with %j', (tag, values, changed) => {
  const [change] = changes([channel(1, { tag })], values).changes;
  expect(change?.tag).toBe(changed);
});
