import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import request from 'supertest';
import { AppModule } from '../../server/app.module.js';
import { Requires } from '../../server/core/http/access/requires.js';
import { RouteTable, type Route } from '../../server/core/http/route-table.js';
import { Sessions } from '../../server/core/http/access/sessions.js';
import { REDIS } from '../../server/core/injection.js';
import { templateOf } from '../../server/openapi/operation.js';
import { telegramSignature } from '../../server/auth/oauth/telegram.service.js';
import { Mailbox } from '../auth/mail/mailbox.js';
import { setOptions } from '../auth/oauth/start-gateway.js';
import { Management } from '../setup/management.js';
import { People, type Person } from './people.js';
import { addressOf, rows, type Row } from './routes.js';

/** What a browser sends when a page of this origin shows an image. */
const IMAGE = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' };
const BOT_TOKEN = '123456:bot-token';
const ADDRESS = 'attacker@example.com';
/** Anybody may do these without signing in; they must not do them for the account of the cookie. */
const OPEN = new Set(['public', 'optional']);

let forgetfulSignsOut = false;

/** What a new route could look like whose author did not think of the cookie. */
@Controller('api/forgetful')
class ForgetfulController {
  constructor(private readonly sessions: Sessions) {}

  @Get()
  @Requires('public')
  async change(@Req() asked: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    if (forgetfulSignsOut) await this.sessions.close(asked, reply);
  }
}

@Module({ imports: [AppModule], controllers: [ForgetfulController] })
class WithForgetfulModule {}

let gateway: Management;
let mailbox: Mailbox;
let people: People;
let routes: Route[];

beforeAll(async () => {
  Object.assign(process.env, { CRITICAL_RATE_LIMIT: '0' });
  gateway = await Management.start({ module: WithForgetfulModule });
  mailbox = await Mailbox.open();
  await setOptions(gateway, {
    ...mailbox.options,
    TelegramBotToken: BOT_TOKEN,
    TelegramOAuthEnabled: 'true',
    GitHubClientId: 'id',
    GitHubClientSecret: 'secret',
    GitHubOAuthEnabled: 'true',
    WeChatServerAddress: 'http://127.0.0.1:9',
    WeChatAuthEnabled: 'true',
  });
  people = new People(gateway.app);
  routes = gateway.app
    .get(RouteTable)
    .list()
    .filter(({ method }) => method !== 'OPTIONS');
});
afterAll(async () => {
  delete process.env.CRITICAL_RATE_LIMIT;
  await gateway?.close();
  await mailbox?.close();
});

/** Every table, and every key of Redis but counters of limits. When a session was last seen is no change. */
async function everything(): Promise<Record<string, string>> {
  const tables = await gateway.sql<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const found: Record<string, string> = { mails: String(mailbox.mails.length) };
  for (const { name } of tables) {
    const [row] = await gateway.sql<{ content: string | null }>(
      `SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) AS content FROM ${name} t`,
    );
    found[name] = row?.content ?? '';
  }
  const redis = gateway.app.get<Redis>(REDIS);
  for (const key of await redis.keys('*')) {
    // Limits count, and processes renew their leases by themselves.
    if (key.startsWith('rateLimit:') || key === 'tollgate:owners') continue;
    found[key] = key.startsWith('session:') ? '' : ((await redis.dumpBuffer(key))?.toString('base64') ?? '');
  }
  return found;
}

function signed(fields: Record<string, string>): Record<string, string> {
  return { ...fields, hash: telegramSignature(fields, BOT_TOKEN) };
}

/** Parameters with which a route that trusted the cookie would change something. */
const queries: Readonly<Record<string, (code: string) => Record<string, string>>> = {
  '/api/verification': () => ({ email: 'other@example.com' }),
  '/api/reset_password': () => ({ email: 'holder@example.com' }),
  '/api/oauth/email/bind': (code) => ({ email: ADDRESS, code }),
  '/api/oauth/wechat': () => ({ code: 'abc' }),
  '/api/oauth/wechat/bind': () => ({ code: 'abc' }),
  '/api/oauth/telegram/login': () => signed({ id: '66', auth_date: String(Math.floor(Date.now() / 1000)) }),
  '/api/oauth/telegram/bind': () => signed({ id: '66', auth_date: String(Math.floor(Date.now() / 1000)) }),
  '/api/oauth/github': () => ({ code: 'abc', state: 'abc' }),
  '/api/oauth/oidc': () => ({ code: 'abc', state: 'abc' }),
  '/api/oauth/linuxdo': () => ({ code: 'abc', state: 'abc' }),
};

/** A super administrator. */
const victim = (): Promise<Person> => people.make(100);

/** Has a code sent for this account: with it even binding could succeed. */
async function codeFor(person: Person): Promise<string> {
  const redis = gateway.app.get<Redis>(REDIS);
  const limits = await redis.keys('rateLimit:mail*');
  if (limits.length > 0) await redis.del(limits);
  const asked = await request(gateway.app.getHttpServer())
    .get('/api/verification')
    .query({ email: ADDRESS })
    .set({ cookie: person.cookie, 'new-api-user': String(person.id) });
  expect(asked.body).toMatchObject({ success: true });
  return mailbox.code(ADDRESS);
}

/** A visitor may ask for a code or a state, register, and fail to sign in; none of it touches what the account has. */
const AS_VISITOR =
  /^(mails|mailCode:(registration|reset):.*|oauthState:.*|users|tokens|logs|audit_log|ledger_\w+|tollgate:audit-refusals|.*:\d+)$/;

const isOpen = ({ access }: Route) => OPEN.has(access ?? '');
const isImage = (route: Route, headers: Record<string, string>) =>
  headers['sec-fetch-dest'] !== undefined && route.method === 'GET';

/** Calls the route with the cookie and these headers, and nothing else. @returns what is wrong with its answer */
async function answerOf(
  route: Route,
  headers: Record<string, string>,
  { cookie }: Person,
  code: string,
): Promise<string[]> {
  const template = templateOf(route.path);
  const row: Row = rows.find(({ method, path }) => method === route.method && path === template) ?? {
    method: route.method as Row['method'],
    path: template,
    level: 'public',
  };
  const verb = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const call = request(gateway.app.getHttpServer())
    [verb](addressOf(row))
    .query(queries[template]?.(code) ?? {})
    .set({ cookie, ...headers });
  const answer = await (row.body === undefined ? call : call.send(row.body));
  const isRead =
    route.method === 'GET' && !route.effects.writes && (isOpen(route) || route.access === 'session');
  const mayAnswer = isRead || (isOpen(route) && !isImage(route, headers));
  if (mayAnswer || [401, 403].includes(answer.status)) return [];
  return [`${route.method} ${template} answered ${answer.status} ${answer.text.slice(0, 80)}`];
}

/** Calls the routes one after the other. @returns what went wrong */
async function problems(called: readonly Route[], headers: Record<string, string>): Promise<string[]> {
  const person = await victim();
  const code = await codeFor(person);
  const before = await everything();
  const found: string[] = [];
  for (const route of called) found.push(...(await answerOf(route, headers, person, code)));
  const after = await everything();
  const mayActAsVisitor = called.some((route) => isOpen(route) && !isImage(route, headers));
  const changed = Object.keys({ ...before, ...after })
    .filter((key) => before[key] !== after[key])
    .filter((key) => !(mayActAsVisitor && AS_VISITOR.test(key)));
  const names = called.map(({ method, path }) => `${method} ${path}`).join(', ');
  found.push(...changed.map((key) => `${names} changed ${key}`));
  const own = (await everythingOf(person)).filter(({ email, telegram }) => email !== '' || telegram !== '');
  if (own.length > 0) found.push(`${names} changed the account`);
  return found;
}

/** Calls routes in groups, which is quick, and one by one only to name the ones that are wrong. */
async function walk(called: readonly Route[], headers: Record<string, string>): Promise<string[]> {
  const asVisitor = (route: Route) => isOpen(route) && !isImage(route, headers);
  // In a group with routes that visitors may use, a change by another route could be taken for theirs.
  const groups = [called.filter(asVisitor), called.filter((route) => !asVisitor(route))];
  const found: string[] = [];
  for (const group of groups) {
    if ((await problems(group, headers)).length === 0) continue;
    for (const route of group) found.push(...(await problems([route], headers)));
  }
  return found;
}

async function everythingOf({ id }: Person): Promise<{ email: string; telegram: string }[]> {
  return gateway.sql('SELECT email, telegram_id AS telegram FROM users WHERE id = $1', [id]);
}

test('an image in a page of the console changes nothing, whichever route it names', async () => {
  const readable = routes.filter(({ method }) => method === 'GET');
  expect(readable.length).toBeGreaterThan(50);
  expect(await walk(readable, IMAGE)).toEqual([]);
});

test('no route acts for an account by its cookie alone', async () => {
  expect(await walk(routes, {})).toEqual([]);
});

test.each([
  '/pg/chat/completions',
  '/pg/images/generations',
  '/pg/video/generations',
  '/pg/suno/submit/music',
  '/pg/mj/submit/imagine',
  '/pg/mj-fast/mj/submit/blend',
])('the playground is no exception: %s', async (path) => {
  const person = await victim();
  const answer = await request(gateway.app.getHttpServer())
    .post(path)
    .set({ cookie: person.cookie })
    .send({ model: 'gpt-4o', prompt: 'hi', messages: [{ role: 'user', content: 'hi' }] });
  expect(answer.status).toBe(401);
});

test('a new route that changes something by the cookie is found by this walk', async () => {
  const route = routes.find(({ path }) => path === '/api/forgetful')!;
  expect(await walk([route], IMAGE)).toEqual([]);
  forgetfulSignsOut = true;
  try {
    expect(await walk([route], IMAGE)).toContainEqual(
      expect.stringMatching(/^GET \/api\/forgetful changed session:/),
    );
  } finally {
    forgetfulSignsOut = false;
  }
});

test('with the header of the console the same calls work', async () => {
  const person = await victim();
  const code = await codeFor(person);
  const console = {
    cookie: person.cookie,
    'new-api-user': String(person.id),
    'sec-fetch-dest': 'empty',
    'sec-fetch-site': 'same-origin',
  };
  const server = gateway.app.getHttpServer();
  const bound = await request(server)
    .get('/api/oauth/email/bind')
    .query({ email: ADDRESS, code })
    .set(console);
  expect(bound.body).toEqual({ success: true, message: '', data: null });
  expect(await everythingOf(person)).toEqual([{ email: ADDRESS, telegram: '' }]);
  const out = await request(server).get('/api/user/logout').set(console);
  expect(out.body).toEqual({ success: true, message: '', data: null });
  expect((await request(server).get('/api/user/self').set(console)).status).toBe(401);
});
