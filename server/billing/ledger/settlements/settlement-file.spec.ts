import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import { SettlementFile } from './settlement-file.js';
import { readSpoolLines } from './spool-lines.js';

let directory: string;
let file: SettlementFile;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'settlements-'));
  file = new SettlementFile(join(directory, 'spool', 'host~1~owner~s'));
});

afterEach(() => {
  file.close();
  rmSync(directory, { recursive: true, force: true });
});

const item = (requestId: string, entry = '[1,"Modell äöü"]\n{"admin":"价格"}'): SettleItem => ({
  requestId,
  userId: 3,
  tokenId: 4,
  charge: 50,
  entry,
  windowSeconds: 60,
  successLimit: 5,
});

const names = () => readdirSync(join(directory, 'spool'));

/** What the next process would find. */
function stored(): SettleItem[] {
  const content = names().map((name) => readFileSync(join(directory, 'spool', name), 'utf8'));
  return readSpoolLines(content.join(''), (text, error) => {
    throw new Error(`${text}: ${String(error)}`);
  });
}

test('settlements are in the file after one write, and can be read again; their window of successes is over', () => {
  file.add(item('a'));
  file.add(item('b'));
  file.write();
  expect(stored()).toEqual([
    { ...item('a'), windowSeconds: 0, successLimit: 1 },
    { ...item('b'), windowSeconds: 0, successLimit: 1 },
  ]);
});

test('the file is emptied once all of it is posted, and written on', () => {
  const [a, b] = [file.add(item('a')), file.add(item('b'))];
  file.write();
  a!.unposted--;
  file.clear();
  expect(stored()).toHaveLength(2);
  b!.unposted--;
  file.clear();
  expect(stored()).toEqual([]);
  file.add(item('c'));
  file.write();
  expect(stored().map(({ requestId }) => requestId)).toEqual(['c']);
  expect(names()).toEqual(['host~1~owner~s0.jsonl']);
});

test('requests that never pause fill one file after the other, and each is removed when it is posted', () => {
  const long = 'x'.repeat(100_000);
  const parts = Array.from({ length: 9 }, (_, index) => {
    const part = file.add(item(`r${index}`, long))!;
    file.write();
    return part;
  });
  expect(names().toSorted()).toEqual(['0', '1', '2'].map((number) => `host~1~owner~s${number}.jsonl`));
  for (const part of parts.slice(0, 8)) part.unposted--;
  file.clear();
  expect(stored().map(({ requestId }) => requestId)).toEqual(['r6', 'r7', 'r8']);
});

test('a process that stops leaves only what is not posted', () => {
  const part = file.add(item('a'))!;
  file.write();
  part.unposted--;
  file.close();
  expect(names()).toEqual([]);
  file = new SettlementFile(join(directory, 'spool', 'host~1~other~s'));
  file.add(item('b'));
  file.close();
  expect(stored()).toHaveLength(1);
});

test('files that another process adopted are given up', async () => {
  file.add(item('a'));
  file.write();
  rmSync(join(directory, 'spool'), { recursive: true });
  await file.keepAlive();
  file.add(item('b'));
  file.write();
  expect(stored().map(({ requestId }) => requestId)).toEqual(['b']);
});

test('a disk that accepts no files stops no settlement', () => {
  writeFileSync(join(directory, 'spool'), 'not a directory');
  expect(file.add(item('a'))).toBeUndefined();
  expect(() => file.write()).not.toThrow();
});
