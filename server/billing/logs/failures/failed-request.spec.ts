import { readEntry, writeEntry } from './failed-request.js';

const row = {
  userId: 1,
  tokenId: 2,
  createdAt: 1_700_000_000,
  channelId: 0,
  requestId: '20231114221320000000000abcdefgh',
  username: 'ann',
  tokenName: 'laptop',
  modelName: 'gpt-4o',
  group: 'default',
  useTime: 3,
  isStream: false,
  content: 'a text',
};

test('a row is read as it was written', () => {
  const json = writeEntry({ ...row, code: 'model_unknown', details: { status_code: 503 } });
  expect(readEntry(json)).toEqual({ ...row, other: '{"status_code":503}' });
});

test('texts that Postgres does not store are cleaned', () => {
  const json = writeEntry({ ...row, content: 'a\0b', code: '', details: {} });
  expect(readEntry(json)?.content).not.toContain('\0');
});

test.each([
  '',
  '[]',
  '{"format":2,"row":{}}',
  JSON.stringify({ format: 2, row: { ...row, other: '{}' } }),
  JSON.stringify({ format: 1, row: { ...row, userId: '1', other: '{}' } }),
  JSON.stringify({ format: 1, row: { ...row, createdAt: -1, other: '{}' } }),
])('%s is not read', (json) => {
  expect(readEntry(json)).toBeUndefined();
});
