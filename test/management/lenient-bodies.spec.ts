import request from 'supertest';
import { z } from 'zod';
import { isIgnoredField } from '../../server/contract/fields.js';
import { lenient } from '../../server/core/http/lenient-input.js';
import { convert } from '../../server/openapi/json-schema.js';
import { bodySchemasOf } from './body-schemas.js';
import { FuzzHarness, nameOf } from './fuzz-harness.js';
import { rows, type Row } from './routes.js';

let fuzz: FuzzHarness;

beforeAll(async () => {
  fuzz = await FuzzHarness.start();
});
afterAll(() => fuzz?.close());

/** The setup of a gateway that is set up is refused before its body is read. */
const withBodies = rows.filter(
  ({ body, method, path }) => method !== 'GET' && path !== '/api/setup' && Object.keys(body ?? {}).length > 0,
);

/** The schemas that routes read bodies with. */
function bodySchemas(): { name: string; sample: Row['body']; schema: z.ZodType }[] {
  return [...bodySchemasOf(fuzz.gateway.app)].map(([name, schema]) => {
    const sample = rows.find((row) => nameOf(row) === name)?.body ?? {};
    return { name, sample, schema };
  });
}

/** Members of the sample bodies that the routes accept and do not apply. */
const UNAPPLIED: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/user/self': ['email'],
  'PUT /api/user': ['role'],
  'PUT /api/token': ['status'],
  'PUT /api/redemption': ['status'],
  'POST /api/user/pay': ['top_up_code'],
  'POST /api/user/amount': ['top_up_code'],
};

/** Names of members by whether a body must have them. */
function membersOf(schema: z.ZodType): { all: string[]; optional: string[] } {
  const { properties = {}, required = [], anyOf = [] } = convert(schema, 'input').schema;
  const branches = anyOf.map((one) => ({
    names: Object.keys(one.properties ?? {}),
    required: one.required ?? [],
  }));
  const all = [...Object.keys(properties), ...branches.flatMap(({ names }) => names)];
  const needed = new Set([...required, ...branches.flatMap((one) => one.required)]);
  return { all, optional: all.filter((name) => !needed.has(name)) };
}

const read = (schema: z.ZodType, body: unknown) => {
  const { success, data, error } = schema.safeParse(lenient([schema], body, { strict: false, ignored: [] }));
  return success ? data : error.issues.map(({ message, path }) => ({ message, path }));
};

test('a null member of any body means what an absent one means', () => {
  const schemas = bodySchemas();
  expect(schemas.length).toBeGreaterThan(20);
  const members = schemas.flatMap(({ name, schema, sample }) =>
    membersOf(schema).all.map((member) => ({ name, schema, sample, member })),
  );
  expect(members.length).toBeGreaterThan(150);
  for (const { name, schema, sample, member } of members) {
    const { [member]: _absent, ...without } = { ...sample };
    expect([name, member, read(schema, { ...without, [member]: null })]).toEqual([
      name,
      member,
      read(schema, without),
    ]);
  }
});

test('the document lets every optional member of a body be null, and any other be sent', () => {
  for (const { name, schema } of bodySchemas()) {
    const row = rows.find((one) => nameOf(one) === name)!;
    const described = fuzz.bodySchema(row);
    expect([name, described.additionalProperties]).toEqual([name, undefined]);
    const { properties = {} } = described;
    for (const member of membersOf(schema).optional.filter((one) => Object.hasOwn(properties, one))) {
      const text = JSON.stringify(properties[member]);
      expect([name, member, text]).toEqual([name, member, expect.stringMatching(/^\{(?!.*"type")|"null"/)]);
    }
  }
});

test.each(withBodies.map((row) => [nameOf(row), row] as const))(
  '%s ignores an unknown member and names it, or refuses it where the client asks for that',
  async (_name, row) => {
    const person = await fuzz.superAdministrator();
    const before = await fuzz.contents();
    const body = JSON.stringify({ ...row.body, stranger: { a: null }, another: null });
    const strict = await fuzz.send(row, person, { body, strict: true });
    expect(strict.body).toMatchObject({ success: false });
    expect(strict.body.ignored ?? []).not.toContain('stranger');
    expect(await fuzz.contents()).toBe(before);
    const answer = await fuzz.send(row, person, { body });
    const unapplied = UNAPPLIED[nameOf(row)] ?? [];
    expect(answer.body.ignored).toEqual([...unapplied, 'stranger', 'another']);
    expect(answer.text).not.toContain('不支持的字段');
    const plain = await fuzz.send(row, await fuzz.superAdministrator(), { body: JSON.stringify(row.body) });
    expect(plain.body.ignored ?? []).toEqual(unapplied);
  },
);

test('a member that a body may have with any value is one that responses name as ignored', () => {
  const optionsOf = (schema: z.ZodType): z.ZodType[] =>
    schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]).flatMap(optionsOf) : [schema];
  const arbitrary = [...bodySchemasOf(fuzz.gateway.app)].flatMap(([name, schema]) =>
    optionsOf(schema)
      .filter((one) => one instanceof z.ZodObject)
      .flatMap(({ shape }) => Object.entries(shape))
      .filter(([, member]) => member instanceof z.ZodOptional && member.def.innerType instanceof z.ZodUnknown)
      .filter(([, member]) => !isIgnoredField(member as z.ZodType))
      .map(([member]) => `${name} ${member}`),
  );
  // Its type depends on the key.
  expect(arbitrary).toEqual(['PUT /api/option value']);
});

test('at most a hundred ignored members are named, each by its first characters', async () => {
  const person = await fuzz.superAdministrator();
  const strangers = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${'x'.repeat(500)}${i}`, 1]));
  const answer = await fuzz.send(
    rows.find((row) => nameOf(row) === 'PUT /api/user/self')!,
    person,
    { body: JSON.stringify({ display_name: 'n', ...strangers }) },
  );
  expect(answer.body.success).toBe(true);
  expect(answer.body.ignored).toHaveLength(100);
  expect(answer.body.ignored?.[0]).toBe('x'.repeat(64));
});

test('the reference console registers without an invitation: it sends null', async () => {
  const register = (body: object) =>
    request(fuzz.gateway.app.getHttpServer()).post('/api/user/register').send(body);
  const nothing = { aff_code: null, email: null, verification_code: null };
  const answer = await register({ username: 'anna', password: 'password 1', ...nothing });
  expect(answer.body).toEqual({ success: true, message: '', data: null });
  expect(await fuzz.gateway.sql(`SELECT email, inviter_id FROM users WHERE username = 'anna'`)).toEqual([
    { email: '', inviter_id: 0 },
  ]);
  expect((await register({ username: 'bert', password: null })).body).toMatchObject({
    success: false,
    message: '无效的参数：password 应为字符串',
  });
});

test('fields that other consoles send do not stop an edit', async () => {
  const root = await fuzz.gateway.root();
  const user = { username: 'carla', password: 'password 1', group: 'vip', quota: 5, email: 'c@example.com' };
  expect(await root.post('/api/user/', user)).toMatchObject({
    success: true,
    extras: { ignored: ['group', 'quota', 'email'] },
  });
  const channel = {
    type: 1,
    name: 'n',
    key: 'k',
    models: 'm',
    group: 'default',
    header_override: '{}',
    remark: 'r',
  };
  expect(await root.post('/api/channel/', channel)).toMatchObject({
    success: true,
    extras: { ignored: ['header_override', 'remark'] },
  });
  const token = { name: 'n', unlimited_quota: true, models: '', subnet: '' };
  expect(await root.post('/api/token/', token)).toMatchObject({
    success: true,
    extras: { ignored: ['models', 'subnet'] },
  });
});

test('numbers that are null mean what absent ones mean: refused where needed, unchanged in an edit', async () => {
  const root = await fuzz.gateway.root();
  for (const quota of [null, undefined])
    expect(await root.post('/api/redemption/', { name: 'n', quota, count: 1 })).toMatchObject({
      success: false,
      message: '无效的参数：quota 应为数字',
    });
  await root.post('/api/token/', { name: 'limited', remain_quota: 500 });
  const [token] = (await root.get<{ id: number }[]>('/api/token/')).data;
  for (const remain_quota of [null, undefined])
    expect(await root.put('/api/token/', { ...token, remain_quota })).toMatchObject({ success: true });
  expect((await root.get(`/api/token/${token!.id}`)).data).toMatchObject({ remain_quota: 500 });
});

test('unknown parameters of an address are ignored like unknown members', async () => {
  const app = fuzz.gateway.app.getHttpServer();
  const answer = await request(app).get('/api/oauth/state?aff=abcd&lang=en');
  expect(answer.body).toMatchObject({ success: true, ignored: ['lang'] });
  const strict = await request(app).get('/api/oauth/state?aff=abcd&lang=en').set('x-strict', '1');
  expect(strict.body).toMatchObject({ success: false, message: '输入不合法 不支持的字段 lang' });
});
