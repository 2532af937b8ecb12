import { hashTag, shardName, shardOfUser, slotOf } from './shards.js';

test('the users of an installation are spread evenly over its shards, and each stays in one', () => {
  const counts = Array.from({ length: 16 }, () => 0);
  for (let user = 1; user <= 1600; user++) counts[shardOfUser(user, 16)]!++;
  expect(counts).toEqual(counts.map(() => 100));
  expect([1, 16, 17, 4711].map((user) => shardOfUser(user, 16))).toEqual([1, 0, 1, 7]);
});

test('the name of a shard has two digits', () => {
  expect([0, 7, 63].map(shardName)).toEqual(['s00', 's07', 's63']);
});

test('the hash tags of an installation stay as they are: its keys have them', () => {
  expect([0, 1, 7, 15].map((shard) => hashTag(shard, 16))).toEqual(['s00.22', 's01.21', 's07.1', 's15.42']);
});

test.each([
  ['foo', 12_182],
  ['123456789', 12_739],
  ['user1000', 3443],
  ['', 0],
])('the slot of the hash tag "%s" is that of the cluster specification', (tag, slot) => {
  expect(slotOf(tag)).toBe(slot);
});

test.each([8, 16, 32, 64])('%s shards are spread evenly over the slots', (shards) => {
  const slots = Array.from({ length: shards }, (_, shard) => slotOf(hashTag(shard, shards)));
  for (const primaries of [2, 3, 4, 8]) {
    const each = (16_384 + primaries - 1) / primaries;
    const counts = Array.from(
      { length: primaries },
      (_, primary) => slots.filter((slot) => Math.floor(slot / each) === primary).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  }
});
