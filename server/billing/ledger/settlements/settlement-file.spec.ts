import { Logger } from '@nestjs/common';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettleItem } from '../../../core/redis/scripts/settle.js';
import { AppLogger } from '../../../core/logger.js';
import { SettlementFile, writeWhole } from './settlement-file.js';
import { readSpoolLines, spoolLine } from './spool-lines.js';

let directory: string;
let file: SettlementFile;
/** Lines of the log. */
let logged: string[];

beforeEach(() => {
  logged = [];
  Logger.overrideLogger(
    new AppLogger({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, (line) => void logged.push(line)),
  );
  directory = mkdtempSync(join(tmpdir(), 'settlements-'));
  file = new SettlementFile(join(directory, 'spool', 'host~1~owner~s'));
});

afterEach(() => {
  file.close();
  rmSync(directory, { recursive: true, force: true });
  jest.useRealTimers();
  Logger.overrideLogger(true);
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

const pathOf = (name: string) => join(directory, 'spool', `host~1~owner~${name}.jsonl`);

/** Ids of the settlements in one file; none if it does not exist. */
function idsIn(name: string): string[] {
  if (!names().includes(`host~1~owner~${name}.jsonl`)) return [];
  return readSpoolLines(readFileSync(pathOf(name), 'utf8'), () => {}).map(({ requestId }) => requestId);
}

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
  expect(names()).toEqual(['host~1~owner~s2.jsonl']);
});

test.each([
  [262_144, ['a'], ['b']],
  [262_143, ['a', 'b'], []],
])('a file is full at 262,144 bytes: one of %d', (bytes, first, second) => {
  const rest = bytes - Buffer.byteLength(spoolLine(item('a', '')));
  file.add(item('a', 'x'.repeat(rest)));
  file.write();
  file.add(item('b'));
  file.write();
  expect(idsIn('s0')).toEqual(first);
  expect(idsIn('s1')).toEqual(second);
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

test('of several files, only those that another process adopted are given up', async () => {
  file.add(item('a', 'x'.repeat(300_000)));
  file.write();
  file.add(item('b'));
  file.write();
  utimesSync(pathOf('s1'), 1000, 1000);
  rmSync(pathOf('s0'));
  await file.keepAlive();
  expect(statSync(pathOf('s1')).mtimeMs).toBeGreaterThan(1_000_000_000);
  file.add(item('c'));
  file.write();
  expect(idsIn('s1')).toEqual(['b', 'c']);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0]!)).toMatchObject({
    level: 'warn',
    context: 'SettlementFile',
    msg: expect.stringContaining('s0.jsonl is no longer in use: Error: ENOENT'),
  });
});

test('a turn without settlements opens no file, and stops none of the next turn', () => {
  file.write();
  expect(readdirSync(directory)).toEqual([]);
  file.add(item('a'));
  file.write();
  file.write();
  expect(idsIn('s0')).toEqual(['a']);
  expect(logged).toEqual([]);
});

describe('a disk that does not accept what is written', () => {
  const START = 1_795_000_000_000;
  const report = {
    level: 'error',
    context: 'SettlementFile',
    msg: expect.stringContaining('settlements have no copy on disk until they are posted: Error: '),
  };
  const logs = () => logged.map((line) => JSON.parse(line) as object);

  beforeEach(() => {
    jest.useFakeTimers();
    jest.setSystemTime(START);
  });

  /** Writes to the file of this number fail as on a full disk; those to `/dev/null` succeed, but it cannot be emptied. */
  function link(name: string, device: '/dev/full' | '/dev/null') {
    mkdirSync(join(directory, 'spool'), { recursive: true });
    symlinkSync(device, pathOf(name));
  }

  test('no files: no settlement stops, the error is reported once, and the disk is tried again every five seconds', () => {
    const spool = join(directory, 'spool');
    writeFileSync(spool, 'not a directory');
    expect(file.add(item('a'))).toBeUndefined();
    expect(() => file.write()).not.toThrow();
    rmSync(spool);
    jest.setSystemTime(START + 4999);
    expect(file.add(item('b'))).toBeUndefined();
    writeFileSync(spool, 'not a directory');
    jest.setSystemTime(START + 5000);
    expect(file.add(item('c'))).toBeUndefined();
    expect(logs()).toMatchObject([report]);
    rmSync(spool);
    jest.setSystemTime(START + 10_000);
    file.add(item('d'));
    file.write();
    expect(stored().map(({ requestId }) => requestId)).toEqual(['d']);
    expect(logs()).toHaveLength(1);
  });

  test('a full disk: the next file is begun after five seconds, and another error is reported again', () => {
    link('s0', '/dev/full');
    link('s1', '/dev/full');
    const part = file.add(item('a'))!;
    expect(() => file.write()).not.toThrow();
    expect(logs()).toMatchObject([report]);
    expect(file.add(item('b'))).toBeUndefined();
    jest.setSystemTime(START + 5000);
    file.add(item('c'));
    file.write();
    expect(logs()).toMatchObject([report, report]);
    jest.setSystemTime(START + 10_000);
    file.add(item('d'));
    file.write();
    expect(idsIn('s2')).toEqual(['d']);
    part.unposted--;
    file.clear();
    expect(names()).toEqual(['1', '2'].map((number) => `host~1~owner~s${number}.jsonl`));
  });

  test('a file that cannot be emptied is reported and written on', () => {
    link('s0', '/dev/null');
    const part = file.add(item('a'))!;
    file.write();
    part.unposted--;
    expect(() => file.clear()).not.toThrow();
    expect(() => file.clear()).not.toThrow();
    expect(logs()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('cannot be emptied') }]);
    expect(file.add(item('b'))).toBe(part);
  });

  test('a write that fails is reported also after a file that cannot be emptied', () => {
    link('s0', '/dev/null');
    link('s1', '/dev/full');
    const part = file.add(item('a'))!;
    file.write();
    part.unposted--;
    file.clear();
    // Full, so that the next settlement begins the next file.
    part.bytes = 256 * 1024;
    file.add(item('b'));
    file.write();
    file.add(item('c'));
    file.write();
    expect(logs()).toMatchObject([{ level: 'warn' }, report]);
  });

  test('a file in which nothing was written is not emptied', () => {
    link('s0', '/dev/null');
    file.add(item('a'))!.unposted--;
    file.clear();
    expect(logs()).toEqual([]);
  });
});

test.each([1, 2, 3, 7, 1000])('a text is written whole by a disk that takes %d bytes at a time', (most) => {
  const text = 'a text, ä, 价格 and 😀';
  const path = join(directory, 'text');
  const descriptor = openSync(path, 'a');
  const write = (to: number, data: string | Uint8Array, offset = 0) =>
    writeSync(to, Buffer.from(data as string).subarray(offset, offset + most));
  try {
    expect(writeWhole(descriptor, text, write)).toBe(Buffer.byteLength(text));
  } finally {
    closeSync(descriptor);
  }
  expect(readFileSync(path, 'utf8')).toBe(text);
});
