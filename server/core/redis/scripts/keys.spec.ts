import { KEYS, keysOfShard } from './keys.js';

/** What the previous releases call them: they share a single Redis with this one during an upgrade. */
const NAMES = [
  'tollgate:installation',
  'tollgate:epoch',
  'tollgate:run',
  'tollgate:born',
  'tollgate:user:',
  'tollgate:token:',
  'tollgate:owners',
  'tollgate:holds:',
  'tollgate:produced:',
  'tollgate:swept',
  'tollgate:journal',
  'tollgate:failures',
  'tollgate:posted',
  'tollgate:limit:total:',
  'tollgate:limit:success:',
];

test('the keys of a single Redis keep their names, byte for byte', () => {
  const { absent, ...used } = KEYS;
  expect(Object.values(used)).toEqual(NAMES);
  expect(absent).toBe('tollgate:absent');
});

test('the keys of a shard are those of a single Redis with its hash tag', () => {
  const { absent, ...used } = keysOfShard(7, 16);
  expect(Object.values(used)).toEqual(NAMES.map((name) => name.replace('tollgate:', 'tollgate:{s07.1}:')));
  expect(absent).toBe('tollgate:{s07.1}:absent');
});
