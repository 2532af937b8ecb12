import fc from 'fast-check';
import { optionKeys } from '../../server/contract/options/index.js';
import {
  badBody,
  EDGES,
  EDGES_IN_ADDRESSES,
  fieldsOf,
  isTyped,
  oddParameter,
  oddValue,
} from './fuzz-bodies.js';
import { FuzzHarness, nameOf } from './fuzz-harness.js';
import type { Person } from './people.js';
import { allTests } from '../setup/long-tests.mjs';
import { addressOf, rows, type Row } from './routes.js';

/** Members that are objects, whose unknown members are ignored. */
const OBJECTS = new Set(['before', 'filters', 'clientExtensionResults']);

/** The same in every run, so that a failure is found again; printed with it, and the path to the case. */
const SEED = 20_261_121;
const BODIES = allTests ? 20 : 3;
const QUERIES = allTests ? 10 : 2;
/** For each option. */
const VALUES = allTests ? 4 : 1;
/** In npm test, a field gets one in so many edges, the next field the next ones: a route with as many fields gets each of them. */
const EDGES_SHARED_BY = allTests ? 1 : 5;
/** Messages of the compatible API that clients expect word for word, without the name of the field. */
const LITERALS: Readonly<Record<string, readonly string[]>> = {
  'POST /api/setup': ['系统已经初始化完成'],
  'POST /api/user/login': ['无效的参数'],
  'POST /api/user/reset': ['无效的参数'],
  'POST /api/oauth/email/bind': ['无效的参数'],
  'PUT /api/user/setting': ['无效的预警类型'],
  'PUT /api/alerts/target': ['无效的预警类型'],
  'POST /api/user/pay': ['参数错误'],
  'POST /api/user/amount': ['参数错误'],
  'POST /api/user/manage': ['无效的参数'],
  'POST /api/user/epay/notify': ['fail'],
  'PUT /api/option': ['无效的参数'],
  'POST /api/channel/batch': ['参数错误'],
  'POST /api/channel/batch/tag': ['参数错误'],
  'POST /api/channel/tag/enabled': ['参数错误'],
  'POST /api/channel/tag/disabled': ['参数错误'],
  'PUT /api/channel/tag': ['参数错误'],
};
/** Fields that only another form of the request reads; here they are ignored. */
const IGNORED: Readonly<Record<string, readonly string[]>> = { 'PUT /api/redemption': ['status'] };
/** The id in the samples of the table; no row has it. */
const UNKNOWN_ID = 999_999;

let fuzz: FuzzHarness;

beforeAll(async () => {
  fuzz = await FuzzHarness.start();
});
afterAll(() => fuzz?.close());

const row = (name: string) => rows.find((one) => nameOf(one) === name)!;

/** Creates an object for the route. @returns its id */
async function target({ path }: Row, person: Person): Promise<number> {
  const resource = path.split('/')[2];
  const family = resource === 'user-tokens' ? 'token' : resource;
  const make = row(`POST /api/${family}`);
  const username = `f${person.id}`;
  await fuzz.send(make, person, {
    body: JSON.stringify({ ...make.body, ...(family === 'user' && { username }) }),
  });
  const table = { user: 'users', channel: 'channels', token: 'tokens', redemption: 'redemptions' }[
    family ?? ''
  ];
  const [newest] = await fuzz.gateway.sql<{ id: number }>(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 1`);
  return Number(newest!.id);
}

function edgesOf<T>(edges: readonly T[], field: number): T[] {
  return edges.filter((_edge, place) => place % EDGES_SHARED_BY === field % EDGES_SHARED_BY);
}

/** A valid body for an object that exists. */
async function sampleOf(one: Row, person: Person): Promise<Record<string, unknown>> {
  const sample = { ...one.body };
  if (sample.id === UNKNOWN_ID) sample.id = await target(one, person);
  if (Array.isArray(sample.ids)) sample.ids = [await target(one, person)];
  if (one.path.startsWith('/api/channel/tag')) await target(one, person);
  return sample;
}

const writes = rows
  .filter(({ method, body }) => method !== 'GET' && body !== undefined)
  .map((one) => [nameOf(one), one] as const);

test.each(writes)('%s refuses bad bodies clearly and writes nothing for them', async (_name, one) => {
  const person = await fuzz.superAdministrator();
  const sample = await sampleOf(one, person);
  const fields = fieldsOf(fuzz.bodySchema(one));
  let before = await fuzz.contents();
  const attempt = async (body: unknown) => {
    const answer = await fuzz.send(one, person, { body: JSON.stringify(body) });
    const refused = fuzz.judge(one, answer);
    const after = await fuzz.contents();
    if (refused && after !== before)
      throw new Error(`refused with "${answer.text}", but something was written`);
    before = after;
  };
  const typed = [...fields].filter(([, schema]) => isTyped(schema));
  for (const [index, [name]] of typed.entries())
    for (const value of edgesOf(EDGES, index)) await attempt({ ...sample, [name]: value });
  await fc.assert(fc.asyncProperty(badBody(sample, [...fields.keys()]), attempt), {
    numRuns: BODIES,
    seed: SEED,
    endOnFailure: true,
  });
});

test.each(writes)('%s names the field that is wrong', async (name, one) => {
  const person = await fuzz.superAdministrator();
  const sample = await sampleOf(one, person);
  const literals = LITERALS[name] ?? [];
  const unclear: string[] = [];
  const expectNamed = async (field: string, value: unknown, strict = false) => {
    const answer = await fuzz.send(one, person, {
      body: JSON.stringify({ ...sample, [field]: value }),
      strict,
    });
    if (!fuzz.judge(one, answer)) unclear.push(`${field}: accepted`);
    else if (![field, ...literals].some((text) => answer.text.includes(text)))
      unclear.push(`${field}: ${answer.text}`);
  };
  const fields = fieldsOf(fuzz.bodySchema(one));
  for (const [field, schema] of fields)
    // Of an object, unknown members are ignored.
    if (isTyped(schema) && !IGNORED[name]?.includes(field))
      await expectNamed(field, OBJECTS.has(field) ? 5 : { a: [{}] });
  if (fields.size > 0) await expectNamed('stranger', 1, true);
  expect(unclear).toEqual([]);
});

test.each(writes)('%s refuses bodies that are not JSON or too large', async (_name, one) => {
  const person = await fuzz.superAdministrator();
  const before = await fuzz.contents();
  const bodies: [string, string][] = [
    ['application/json', '{"a":'],
    ['application/json', 'x'],
    ['application/json', `{"a":1,"__proto__":{"role":100}}`],
    ['application/json', `"${'x'.repeat(5 * 1024 * 1024)}"`],
    ['application/json', '['.repeat(100_000)],
    ['text/plain', JSON.stringify(one.body)],
    ['multipart/form-data; boundary=x', '--x--'],
  ];
  for (const [type, body] of bodies) {
    const answer = await fuzz.send(one, person, { type, body });
    expect([type, body.slice(0, 20), fuzz.judge(one, answer)]).toEqual([type, body.slice(0, 20), true]);
  }
  expect(await fuzz.contents()).toBe(before);
});

test.each(['PUT /api/token', 'PUT /api/redemption'])(
  '%s with status_only takes a status, and only that',
  async (name) => {
    const one = row(name);
    const person = await fuzz.superAdministrator();
    const sample = { id: await target(one, person), status: 2, name: 'another', quota: 7, remain_quota: 7 };
    const address = `${one.path}?status_only=true`;
    const before = await fuzz.contents();
    for (const field of ['id', 'status'])
      for (const value of [...EDGES, 0, UNKNOWN_ID, '1', true, {}, undefined]) {
        const body = JSON.stringify({ ...sample, [field]: value });
        if (!fuzz.judge(one, await fuzz.send(one, person, { address, body })))
          throw new Error(`${body} is accepted`);
        expect(await fuzz.contents()).toBe(before);
      }
    const answer = await fuzz.send(one, person, { address, body: JSON.stringify(sample) });
    expect(answer.body).toMatchObject({ success: true, data: { status: 2, name: 'text' } });
  },
);

const reads = rows.filter(({ body }) => body === undefined).map((one) => [nameOf(one), one] as const);

test.each(reads)('%s accepts or refuses any query, and writes nothing if it refuses', async (_name, one) => {
  if (!fuzz.serves(one)) return;
  const names = ['p', 'page_size', 'keyword', ...fuzz.queryNames(one)];
  let person = await fuzz.superAdministrator();
  for (const [index, name] of names.entries())
    for (const edge of edgesOf(EDGES_IN_ADDRESSES, index)) {
      const address = `${addressOf(one)}?${name}=${encodeURIComponent(edge)}`;
      const refused = fuzz.judge(one, await fuzz.send(one, person, { address }));
      if (!refused && /logout|self/.test(one.path)) person = await fuzz.superAdministrator();
    }
  let before = await fuzz.contents();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...names), oddParameter), { minLength: 1, maxLength: 4 }),
      oddParameter.filter((text) => text !== '' && !/[/.\\]/.test(text)),
      async (pairs, id) => {
        const query = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
        const address = one.path.replace(/\{\w+\}/g, encodeURIComponent(id)).concat(`?${query}`);
        const refused = fuzz.judge(one, await fuzz.send(one, person, { address }));
        const after = await fuzz.contents();
        if (refused && after !== before) throw new Error(`${address}: refused, but something was written`);
        // Some routes end the session they are called with, or the account.
        const isEnded = !refused && /logout|self/.test(one.path);
        if (isEnded) person = await fuzz.superAdministrator();
        before = isEnded ? await fuzz.contents() : after;
      },
    ),
    { numRuns: QUERIES, seed: SEED, endOnFailure: true },
  );
});

test('an option stores valid values only', async () => {
  const save = row('PUT /api/option');
  const person = await fuzz.superAdministrator();
  let before = await fuzz.contents();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...optionKeys), oddValue, async (key, value) => {
      const refused = fuzz.judge(
        save,
        await fuzz.send(save, person, { body: JSON.stringify({ key, value }) }),
      );
      const after = await fuzz.contents();
      if (refused && after !== before) throw new Error(`${key}: refused, but something was written`);
      before = after;
    }),
    { numRuns: VALUES * optionKeys.length, seed: SEED, endOnFailure: true },
  );
  for (const [, one] of reads.filter(([, { level, path }]) => level !== 'key' && !path.includes('{')))
    if (fuzz.serves(one) && one.method === 'GET')
      fuzz.judge(one, await fuzz.send(one, await fuzz.superAdministrator()));
});

test('the ledger balances after all requests', async () => {
  expect(await fuzz.ledgerBalances()).toBe(true);
});
