import pg from 'pg';
import { Program } from '../books/program.js';
import { freshWorld } from '../setup/fresh-databases.js';

/** `npm run books`, with its arguments: the built program on databases without a server. */
let database: pg.Client;

beforeAll(async () => {
  await freshWorld();
  database = new pg.Client(process.env.DATABASE_URL);
  await database.connect();
});
afterAll(() => database?.end());

async function books(...args: string[]): Promise<[number | string, string]> {
  const { DATABASE_URL = '', REDIS_URL = '', TOLLGATE_DATA_DIR = '' } = process.env;
  const environment = {
    DATABASE_URL,
    REDIS_URL,
    TOLLGATE_DATA_DIR,
    TOLLGATE_SECRET: 'a secret of thirty-two characters',
  };
  const program = new Program('server/billing/ledger/ledger-audit.command.js', environment, undefined, args);
  return [await program.run(), program.output];
}

test('npm run books audits the ledger, and replay posts or names what no worker could read', async () => {
  expect(await books()).toEqual([
    0,
    expect.stringMatching(/the ledger balances\n[^]*the audit log is as it was sealed\n$/),
  ]);
  await database.query(`INSERT INTO rejected_entries
      (hash, request_id, user_id, token_id, charge, entry, reason, rejected_at)
      VALUES ('h', 'request-1', 1, 0, 30, '["damaged"', 'is no JSON', 1)`);
  expect(await books()).toEqual([
    1,
    expect.stringMatching(/1 entries of 30 quota could not be read.*\n.*npm run books -- replay\n/),
  ]);
  const [code, output] = await books('replay');
  expect(code).toBe(1);
  expect(output).toMatch(/^replayed: 0 journal entries posted, 1 still cannot be read\n {2}request-1: /);
  await database.query('DELETE FROM rejected_entries');
  expect(await books('replay')).toEqual([0, expect.stringMatching(/^replayed: 0 .*, 0 still/)]);
});

test('npm run books verifies the audit log, and looks for a seal that was kept', async () => {
  const text = '{"what":"an entry"}';
  await database.query(`INSERT INTO audit_log (created_at, action, details) VALUES (1, 'change', '${text}')`);
  const [code, output] = await books();
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/1 rows not sealed yet\nthe audit log is as it was sealed\n$/),
  ]);
  const anchor = 'a'.repeat(64);
  const [missing, findings] = await books('--audit-anchor', anchor);
  expect(missing).toBe(1);
  expect(findings).toMatch(new RegExp(`no seal has the hash ${anchor}.*\nTHE AUDIT LOG WAS CHANGED\n$`));
  expect(await books('--audit-anchor', 'short')).toEqual([2, expect.stringContaining('64 hex characters')]);
});

test('npm run books -- --unread-usage lists reported members of usage that no reader knows', async () => {
  await database.query(`INSERT INTO unread_usage VALUES ('groq', 'new_tokens', 'fast', 1000, 2000, 3, 9)`);
  const [code, output] = await books('--unread-usage');
  expect([code, output]).toEqual([0, expect.stringContaining('groq new_tokens: 3 requests of fast')]);
  expect(output).not.toContain('ledger');
});
