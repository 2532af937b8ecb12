import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { format } from 'prettier';
import {
  ADMIN_KEY_PREFIX,
  ADMIN_KEY_SCOPES,
  type AdminKeyScope,
} from '../../server/contract/admin-key-scopes.js';
import { Vault } from '../../server/core/crypto.js';
import { scopesFor } from '../../server/core/http/access/admin-key-routes.js';
import { RouteTable } from '../../server/core/http/route-table.js';
import { templateOf } from '../../server/openapi/operation.js';
import { answerTo } from '../setup/http-answer.js';
import { Management } from '../setup/management.js';
import { People } from './people.js';
import { addressOf, rows, type Row } from './routes.js';

/** The page lists what keys may call; `UPDATE_ADMIN_KEYS=1` writes the list anew. */
const PAGE = 'docs/admin-keys.md';
const START = '<!-- routes: written by test/management/admin-keys.spec.ts -->\n';

let gateway: Management;
const connections = new Agent({ keepAlive: true });

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  connections.destroy();
  await gateway?.close();
});

/** Scopes by route, as the page lists them. */
function listed(): Map<string, AdminKeyScope[]> {
  const [, list = ''] = readFileSync(PAGE, 'utf8').split(START);
  const found = new Map<string, AdminKeyScope[]>();
  for (const [, route = '', scopes = ''] of list.matchAll(/^\| `([A-Z]+ \S+)` +\| ([\w`, ]+)\|$/gm))
    found.set(
      route,
      ADMIN_KEY_SCOPES.filter((scope) => scopes.includes(`\`${scope}\``)),
    );
  return found;
}

test('the documentation lists each route that admin keys may call, with the scopes', async () => {
  const lines = gateway.app
    .get(RouteTable)
    .list()
    .flatMap(({ method, path, access, effects }) => {
      const scopes = access && scopesFor({ method, path, access, effects });
      const names = scopes?.map((scope) => `\`${scope}\``).join(', ');
      return names === undefined ? [] : [`| \`${method} ${templateOf(path)}\` | ${names} |`];
    })
    .toSorted();
  const [before = ''] = readFileSync(PAGE, 'utf8').split(START);
  const page = `${before}${START}\n| Route | One of these scopes |\n| --- | --- |\n${lines.join('\n')}\n`;
  const expected = await format(page, { parser: 'markdown' });
  if (process.env.UPDATE_ADMIN_KEYS) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});

describe('each route with a key of each scope', () => {
  /** What the guard says of keys; everything else comes after it. */
  const REFUSALS = [
    'admin_key_not_admitted',
    'admin_key_scope_missing',
    'not_signed_in',
    'admin_key_invalid',
  ];
  const keys = new Map<AdminKeyScope, string>();

  beforeAll(async () => {
    const owner = await new People(gateway.app).make(100);
    for (const scope of ADMIN_KEY_SCOPES) {
      const key = ADMIN_KEY_PREFIX + randomBytes(20).toString('hex');
      await gateway.sql(
        `INSERT INTO admin_keys (owner_id, session_version, name, key_hash, hash_key, last_four, scopes, created_at, expires_at)
         VALUES ($1, 2, 'key', $2, '', 'last', $3, 1, 4102444800)`,
        [owner.id, gateway.app.get(Vault).lookupHash(key), scope],
      );
      keys.set(scope, key);
    }
  });

  /** Sends a request without a body, or with an empty object, which gets past the guard and no further. */
  async function call(row: Row, key: string): Promise<string> {
    const { port } = gateway.app.getHttpServer().address() as AddressInfo;
    const body = row.body === undefined ? undefined : '{}';
    const content = body && { 'content-type': 'application/json', 'content-length': body.length };
    const headers = { authorization: `Bearer ${key}`, ...content };
    const options = { method: row.method, path: addressOf(row), agent: connections, headers };
    const answer = await answerTo(port, options, body);
    expect(answer.status).toBeLessThan(500);
    const { code } = answer.body as { code?: string };
    return code !== undefined && REFUSALS.includes(code) ? code : 'allowed';
  }

  const guarded = rows.filter(({ level }) => ['session', 'docs', 'user', 'admin', 'root'].includes(level));

  test.each(guarded.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', async (name, row) => {
    const admitted = listed().get(name);
    const bySession = row.level === 'session' || row.level === 'docs';
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [scope, key] of keys) {
      outcomes[scope] = await call(row, key);
      if (bySession) expected[scope] = 'not_signed_in';
      else if (admitted === undefined) expected[scope] = 'admin_key_not_admitted';
      else expected[scope] = admitted.includes(scope) ? 'allowed' : 'admin_key_scope_missing';
    }
    expect(outcomes).toEqual(expected);
  });

  test('an API key, and an admin key on the relay, open nothing', async () => {
    const { port } = gateway.app.getHttpServer().address() as AddressInfo;
    const get = (path: string, key: string) =>
      answerTo(port, { path, agent: connections, headers: { authorization: `Bearer ${key}` } });
    const owner = await new People(gateway.app).make(100);
    expect((await get('/api/channel', owner.apiKey)).body).toMatchObject({ code: 'access_token_invalid' });
    expect((await get('/v1/models', keys.get('read')!)).status).toBe(401);
  });
});
