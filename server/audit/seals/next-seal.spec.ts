import { canonicalRow, sealHash, type SealedRow } from './canonical-rows.js';
import { nextSeal } from './next-seal.js';

const DAY = 86_400;
const NOW = 20_000 * DAY;
const row = (id: number, createdAt: number, content = ''): SealedRow => ({
  id,
  createdAt,
  actorId: 1,
  actorName: 'root',
  action: 'change',
  userId: 0,
  content,
  details: '{"a":1}',
  address: '127.0.0.1',
  userAgent: 'a "browser"',
  requestId: 'r1',
  sessionRef: 's1',
});

test('a row is hashed as a JSON array of its columns, and a seal as its own line before those of its rows', () => {
  expect(canonicalRow(row(7, 100))).toBe(
    '[7,100,1,"root","change",0,"","{\\"a\\":1}","127.0.0.1","a \\"browser\\"","r1","s1"]\n',
  );
  const head = { id: 1, day: '1970-01-01', firstId: 1, lastId: 7, rows: 1, sealedAt: 200 };
  // Computed by a program of its own, with the description in docs/audit.md.
  expect(sealHash(head, '0'.repeat(64), [row(7, 100)])).toBe(
    '94d36a63c64c22ef0bfba3a7b66106f1ab4baa628c346941d6e9de82294369e0',
  );
});

test('a seal has the rows of one day', () => {
  const rows = [row(3, NOW - DAY), row(5, NOW - DAY + 1), row(6, NOW)] as const;
  const seal = nextSeal({ id: 4, day: '2024-10-02', lastId: 2, hash: 'h' }, rows, NOW);
  expect(seal).toMatchObject({ id: 5, day: '2024-10-03', firstId: 3, lastId: 5, rows: 2 });
});

test('a row of a server whose clock differs belongs to no earlier day than the one before, and to none to come', () => {
  const previous = { id: 4, day: '2024-10-04', lastId: 2, hash: 'h' };
  const rows = [row(3, 1), row(4, NOW), row(5, NOW + 40 * DAY)] as const;
  expect(nextSeal(previous, rows, NOW)).toMatchObject({ day: '2024-10-04', rows: 3 });
});

test('a seal ends after a megabyte, and has one row at least', () => {
  const large = 'x'.repeat(700_000);
  expect(nextSeal(undefined, [row(1, 1, large), row(2, 1, large)], NOW)).toMatchObject({
    lastId: 1,
    rows: 1,
  });
  expect(nextSeal(undefined, [row(1, 1, large + large)], NOW)).toMatchObject({ lastId: 1, rows: 1 });
});
