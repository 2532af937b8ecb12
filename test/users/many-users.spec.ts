import { Management, type Visitor } from '../setup/management.js';

interface UserPage {
  items: { id: number; username: string }[];
  total: number;
}

/** More than a search counts. */
const MANY = 1500;

let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  await gateway.sql(
    `INSERT INTO users (username, display_name, email, "group")
     SELECT 'many' || n, CASE n WHEN 5 THEN '张三' WHEN 6 THEN '小张' ELSE 'Member' END,
       CASE n WHEN 7 THEN 'Zq@example.test' WHEN 8 THEN 'me.zq@example.test' ELSE '' END,
       CASE WHEN n % 100 = 0 THEN 'vip' ELSE 'default' END
     FROM generate_series(1, ${MANY}) n`,
  );
  await gateway.sql('ANALYZE users');
});
afterAll(() => gateway?.close());

const search = async (who: Visitor, query: string) =>
  (await who.get<UserPage>(`/api/user/search?${query}`)).data;
const names = async (keyword: string, who = root) =>
  (await search(who, `keyword=${encodeURIComponent(keyword)}&page_size=100`)).items.map(
    ({ username }) => username,
  );
const expected = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `many${from - index}`);

test('what few users match is counted exactly, newest first, page by page', async () => {
  const page = await search(root, 'keyword=MANY14&page_size=100&p=2');
  expect(page.total).toBe(1 + 10 + 100);
  expect(page.items.map(({ username }) => username)).toEqual([...expected(149, 10), 'many14']);
});

test('what many users match has a total near the truth, and the last page says it exactly', async () => {
  const first = await search(root, 'keyword=many&page_size=100');
  expect(first.items.map(({ username }) => username)).toEqual(expected(MANY, 100));
  expect(first.total).toBeGreaterThan(1000);
  const last = await search(root, 'keyword=many&page_size=70&p=22');
  expect(last.items.map(({ username }) => username)).toEqual(expected(MANY - 21 * 70, 30));
  expect(last.total).toBe(MANY);
});

test('a word and a group limit together', async () => {
  const { items, total } = await search(root, 'keyword=many&group=vip&page_size=100');
  expect(total).toBe(15);
  expect(items[0]?.username).toBe('many1500');
});

test('users are limited to a status or a role, alone, with a word and with a group; others are refused', async () => {
  await gateway.sql(
    `INSERT INTO users (username, status, role, deleted_at) VALUES
       ('banned', 2, 1, NULL), ('banned admin', 2, 10, NULL), ('gone', 2, 1, now()), ('gone too', 1, 10, now())`,
  );
  const list = async (query: string) => {
    const { items, total } = (await root.get<UserPage>(`/api/user/${query}`)).data;
    return [...items.map(({ username }) => username), `of ${total}`];
  };
  expect(await list('?status=2')).toEqual(['banned admin', 'banned', 'of 2']);
  expect(await list('?status=2&role=10')).toEqual(['banned admin', 'of 1']);
  expect(await list('?status=deleted')).toEqual(['gone too', 'gone', 'of 2']);
  expect(await list('?status=3')).toEqual(['of 0']);
  expect(await list('?role=100')).toEqual(['root', 'of 1']);
  expect(await list('?role=10&status=')).toEqual(['gone too', 'banned admin', 'of 2']);
  expect(await list('?status=1&page_size=1&p=2')).toEqual([`many${MANY - 1}`, `of ${MANY + 1}`]);
  expect(await list('search?keyword=banned&role=1')).toEqual(['banned', 'of 1']);
  expect(await list('search?group=default&status=deleted')).toEqual(['gone too', 'gone', 'of 2']);
  expect((await list('search?keyword=many&status=1&role=1')).slice(0, 2)).toEqual(expected(MANY, 2));
  await gateway.sql(`DELETE FROM users WHERE username LIKE 'banned%' OR username LIKE 'gone%'`);
  for (const wrong of ['?status=0', '?status=gone', '?role=2', 'search?keyword=many&role=x'])
    expect(await root.get(`/api/user/${wrong}`)).toMatchObject({
      success: false,
      message: expect.stringMatching(/^输入不合法 (status|role) 取值不在允许范围内$/) as string,
    });
});

test('short words are found anywhere in few users, at the beginning in many', async () => {
  expect(await names('zq')).toEqual(['many8', 'many7']);
  expect(await names('张')).toEqual(['many6', 'many5']);
  // What Postgres would say of a large table.
  await gateway.sql(`UPDATE pg_class SET reltuples = 60000 WHERE oid = 'users'::regclass`);
  expect(await names('zq')).toEqual(['many7']);
  expect(await names('ZQ')).toEqual(['many7']);
  expect(await names('张')).toEqual(['many5']);
  expect(await names('_')).toEqual([]);
  // As a number it is looked up whole.
  expect(await names('2')).toEqual(['many1']);
  expect(await names('me.')).toEqual(['many8']);
});

test('nobody is found by an address the actor may not see, however short the word', async () => {
  await gateway.sql(`UPDATE pg_class SET reltuples = 60000 WHERE oid = 'users'::regclass`);
  await gateway.sql(`UPDATE users SET role = 10 WHERE username IN ('many7', 'many9')`);
  await gateway.sql(`UPDATE users SET email = 'q9@example.test' WHERE username = 'many10'`);
  const hash = await gateway.sql<{ password: string }>('SELECT password FROM users WHERE id = 1');
  await gateway.sql(`UPDATE users SET password = $1 WHERE username = 'many9'`, [hash[0]!.password]);
  const admin = await gateway.signIn('many9', '123456');
  expect(await names('zq', admin)).toEqual([]);
  expect(await names('q9', admin)).toEqual(['many10']);
  expect(await names('zq')).toEqual(['many7']);
});

test('lists and searches are sorted by a column and then by id, and long ones by indexed columns only', async () => {
  const sorted = async (query: string) =>
    (await root.get<UserPage>(`/api/user/search?page_size=4&${query}`)).data.items.map(
      ({ username }) => username,
    );
  await gateway.sql(`UPDATE users SET quota = 9 WHERE username IN ('many3', 'many30', 'many31')`);
  await gateway.sql(`UPDATE users SET quota = 7 WHERE username = 'many4'`);
  const down = 'sort=quota&descending=true&keyword=many';
  expect(await sorted(down)).toEqual(['many31', 'many30', 'many3', 'many4']);
  expect(await sorted(`${down}&p=2`)).toEqual(expected(MANY, 4));
  expect(await sorted('sort=quota&keyword=many3&p=2')).toEqual(['many36', 'many37', 'many38', 'many39']);
  expect(await sorted('sort=username&descending=true&group=vip&keyword=many')).toEqual([
    'many900',
    'many800',
    'many700',
    'many600',
  ]);
  expect((await root.get('/api/user/?sort=password')).success).toBe(false);
  // As in a large installation, whose statistics Postgres has.
  await gateway.sql('ALTER TABLE users SET (autovacuum_enabled = off)');
  await gateway.sql(`INSERT INTO users (username) SELECT 'crowd' || n FROM generate_series(1, 51000) n`);
  await gateway.sql('ANALYZE users');
  expect(await root.get('/api/user/?sort=quota')).toMatchObject({
    success: false,
    extras: { code: 'list_too_long_to_sort' },
  });
  expect(
    (await root.get<UserPage>('/api/user/?sort=group&descending=true&page_size=3')).data.items.map(
      ({ username }) => username,
    ),
  ).toEqual(expected(MANY, 3).map((_, at) => `many${MANY - at * 100}`));
  expect(await sorted(down)).toEqual(['many31', 'many30', 'many3', 'many4']);
});
