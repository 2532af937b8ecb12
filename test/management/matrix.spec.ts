import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RouteTable } from '../../server/core/http/route-table.js';
import { ApiDocument } from '../../server/openapi/api-document.js';
import { templateOf } from '../../server/openapi/operation.js';
import { answerTo, type HttpAnswer } from '../setup/http-answer.js';
import { allTests } from '../setup/long-tests.mjs';
import { Management } from '../setup/management.js';
import { age } from '../setup/session-age.js';
import { AnswerCheck } from './answer-check.js';
import { People, type Person } from './people.js';
import { addressOf, rows, type Level, type Row } from './routes.js';

/** What the guard says, and nothing else does. */
const REFUSALS = {
  notSignedIn: { status: 401, message: '无权进行此操作，未登录且未提供 access token' },
  noSuchToken: { status: 200, message: '无权进行此操作，access token 无效' },
  headerMissing: { status: 401, message: '无权进行此操作，未提供 New-Api-User' },
  headerMalformed: { status: 401, message: '无权进行此操作，New-Api-User 格式错误' },
  headerOfAnother: { status: 401, message: '无权进行此操作，New-Api-User 与登录用户不匹配' },
  banned: { status: 200, message: '用户已被封禁' },
  roleTooLow: { status: 200, message: '无权进行此操作，权限不足' },
} as const;
type Outcome = 'allowed' | keyof typeof REFUSALS;
const GUARD_SAYS = new Set<unknown>(Object.values(REFUSALS).map(({ message }) => message));

const RANK: Readonly<Record<Level, number>> = {
  public: 0,
  optional: 0,
  session: 1,
  user: 1,
  key: 1,
  docs: 10,
  admin: 10,
  root: 100,
};
const ROLES = { user: 1, admin: 10, root: 100 } as const;
type Role = keyof typeof ROLES;
const roles = Object.keys(ROLES) as Role[];
/** Whose ended sessions and bans are tried at each route: in npm test, those of who may do most, since the role comes later. */
const endedRoles: readonly Role[] = allTests ? roles : ['root'];

/** Whose services ask for a confirmation, whatever is in the body. */
const CONFIRMED_BY_SERVICE = ['POST /api/token/{id}/reveal'];

const isOpen = (level: Level) => level === 'public' || level === 'optional';
const bySessionOnly = (level: Level) => level === 'session' || level === 'docs';
const ranked = (level: Level, role: Role): Outcome => (ROLES[role] >= RANK[level] ? 'allowed' : 'roleTooLow');

let gateway: Management;
let people: People;
let check: AnswerCheck;
let served: Set<string>;
/** A connection for each of thousands of requests would take longer than most of them. */
const connections = new Agent({ keepAlive: true });

beforeAll(async () => {
  process.env.CRITICAL_RATE_LIMIT = '0';
  gateway = await Management.start();
  people = new People(gateway.app);
  check = new AnswerCheck((await gateway.app.get(ApiDocument).read()).document);
  const fastify = gateway.app.getHttpAdapter().getInstance();
  const controllers = gateway.app.get(RouteTable).list();
  served = new Set([
    ...controllers
      .filter(({ method }) => method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${templateOf(path)}`),
    ...rows
      .filter(({ relay, method, path }) => {
        // Names of models may hold slashes.
        const url = path.replace(/\{\w+\}$/, '*');
        return relay && fastify.hasRoute({ method, url });
      })
      .map(nameOf),
  ]);
});
afterAll(async () => {
  connections.destroy();
  await gateway?.close();
});

function nameOf({ method, path }: Pick<Row, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Sends a request without a body, or with an empty object, which gets past the guard and no further. */
function send(row: Row, headers: Record<string, string>): Promise<HttpAnswer> {
  const { port } = gateway.app.getHttpServer().address() as AddressInfo;
  const body = row.body === undefined ? undefined : '{}';
  const content = body && { 'content-type': 'application/json', 'content-length': body.length };
  const options = { method: row.method, path: addressOf(row), headers: { ...headers, ...content } };
  return answerTo(port, { ...options, agent: connections }, body);
}

async function call(row: Row, headers: Record<string, string>): Promise<Outcome> {
  const answer = await send(row, headers);
  const { message } = answer.body;
  if (answer.status >= 500) throw new Error(`${nameOf(row)}: ${answer.status} ${answer.text}`);
  expect(answer.headers['cache-control']).toMatch(/no-store|private/);
  if (!GUARD_SAYS.has(message)) {
    if (answer.status === 401) throw new Error(`${nameOf(row)}: 401 ${answer.text}`);
    if (answer.status === 200 && row.level !== 'key')
      expect(check.problems(row.method, row.path, answer.body)).toEqual([]);
    return 'allowed';
  }
  const [name, said] = Object.entries(REFUSALS).find(([, refusal]) => refusal.message === message)!;
  expect(answer.body).toEqual({ success: false, message, data: null, code: expect.any(String) });
  expect(answer.status).toBe(said.status);
  return name as Outcome;
}

const as = (person: Person, cookie = person.cookie) => ({ cookie, 'new-api-user': String(person.id) });
const tokenOf = (person: Person, prefix = '') => ({
  authorization: `${prefix}${person.accessToken}`,
  'new-api-user': String(person.id),
});

test('the table has a row for every route', () => {
  const known = new Set(rows.map(nameOf));
  expect([...served].filter((route) => !known.has(route))).toEqual([]);
});

test('every row of the table is a route', () => {
  expect(rows.map(nameOf).filter((row) => !served.has(row))).toEqual([]);
  expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
});

test('every row says what the route itself says', () => {
  const said = new Map(
    gateway.app
      .get(RouteTable)
      .list()
      .map((route) => [`${route.method} ${templateOf(route.path)}`, route.access]),
  );
  const access = (level: Level) => (level === 'docs' ? 'session' : level === 'key' ? 'public' : level);
  const differing = rows
    .filter((row) => row.relay === undefined && served.has(nameOf(row)))
    .filter((row) => said.get(nameOf(row)) !== access(row.level));
  expect(differing.map((row) => `${nameOf(row)}: ${said.get(nameOf(row))}`)).toEqual([]);
});

describe.each(rows.filter(({ level }) => level !== 'key').map((row) => [nameOf(row), row] as const))(
  '%s',
  (name, row) => {
    const { level } = row;
    const present = () => served.has(name);

    test(`lets in whom it should (${level})`, async () => {
      if (!present()) return;
      const outcomes: Record<string, Outcome> = { visitor: await call(row, {}) };
      const expected: Record<string, Outcome> = { visitor: isOpen(level) ? 'allowed' : 'notSignedIn' };
      const expecting = (who: string, otherwise: Outcome) => {
        expected[who] = isOpen(level) ? 'allowed' : otherwise;
      };
      // Those whom the guard refuses change nothing, so all routes that it guards have the same.
      const refused = (role: Role, status?: number) =>
        isOpen(level) ? people.make(ROLES[role], status) : people.shared(ROLES[role], status);
      for (const role of roles) {
        const person = await people.make(ROLES[role]);
        outcomes[`token of ${role}`] = await call(row, tokenOf(person));
        expecting(`token of ${role}`, bySessionOnly(level) ? 'notSignedIn' : ranked(level, role));
        // Some routes end the session or the token they are called with.
        const another = await people.make(ROLES[role]);
        outcomes[role] = await call(row, as(another));
        expecting(role, ranked(level, role));
      }
      for (const role of endedRoles) {
        const banned = await refused(role, 2);
        outcomes[`token of banned ${role}`] = await call(row, tokenOf(banned, 'Bearer '));
        expecting(`token of banned ${role}`, bySessionOnly(level) ? 'notSignedIn' : 'banned');
        outcomes[`banned ${role}`] = await call(row, as(banned));
        expecting(`banned ${role}`, 'banned');

        const ended = await refused(role);
        outcomes[`ended session of ${role}`] = await call(row, as(ended, ended.endedCookie));
        expecting(`ended session of ${role}`, 'notSignedIn');
      }
      const keyholder = await refused('root');
      outcomes['API key'] = await call(row, {
        authorization: `Bearer ${keyholder.apiKey}`,
        'new-api-user': String(keyholder.id),
      });
      expecting('API key', bySessionOnly(level) ? 'notSignedIn' : 'noSuchToken');
      outcomes['forgotten session'] = await call(row, { cookie: `session=${'x'.repeat(43)}` });
      expecting('forgotten session', 'notSignedIn');
      expect(outcomes).toEqual(expected);
    });

    if (isOpen(level) || bySessionOnly(level)) return;

    test('requires the user id header, so that other sites cannot request them', async () => {
      if (!present()) return;
      const person = await people.shared(ROLES.root);
      const { cookie } = person;
      const outcomes = [
        await call(row, { cookie }),
        await call(row, { authorization: person.accessToken }),
        await call(row, { cookie, 'new-api-user': 'me' }),
        await call(row, { cookie, 'new-api-user': '1' }),
        await call(row, { authorization: person.accessToken, 'new-api-user': '1' }),
      ];
      expect(outcomes).toEqual([
        'headerMissing',
        'headerMissing',
        'headerMalformed',
        'headerOfAnother',
        'headerOfAnother',
      ]);
    });
  },
);

describe.each(rows.filter(({ level }) => level === 'key').map((row) => [nameOf(row), row] as const))(
  '%s',
  (name, row) => {
    test('is for API keys only', async () => {
      if (!served.has(name)) return;
      const ask = (headers: Record<string, string>) => send(row, headers);
      const person = await people.make(ROLES.root);
      const banned = await people.make(ROLES.user, 2);
      const stranger = { authorization: `Bearer sk-${'0'.repeat(48)}` };
      for (const headers of [{}, as(person), stranger]) expect((await ask(headers)).status).toBe(401);
      expect((await ask({ authorization: `Bearer ${banned.apiKey}` })).status).toBe(403);
      expect([200, 404]).toContain((await ask({ authorization: `Bearer ${person.apiKey}` })).status);
    });
  },
);

test('routes of sensitive actions refuse sessions that were not confirmed lately, and no other route does', async () => {
  const table = gateway.app.get(RouteTable).list();
  const declared = table
    .filter(({ effects }) => effects.confirmed)
    .map(({ method, path }) => `${method} ${templateOf(path)}`);
  const guarded = rows.filter((row) => !isOpen(row.level) && row.level !== 'key' && served.has(nameOf(row)));
  const persons = new Map<Row, Person>();
  for (const row of guarded) persons.set(row, await people.make(ROLES.root));
  await age(gateway, { signedInAt: 601, confirmedAt: 601 });
  const refusing: string[] = [];
  for (const [row, person] of persons) {
    const { body } = await send(row, as(person));
    if ('code' in body && body.code === 'confirmation_required') refusing.push(nameOf(row));
  }
  expect(refusing.toSorted()).toEqual([...declared, ...CONFIRMED_BY_SERVICE].toSorted());
  expect(declared).toContain('DELETE /api/log');
});
