import { drawingResponse, type DrawingResponse } from '../../server/contract/resources/tasks/drawing.js';
import { taskResponse, type TaskResponse } from '../../server/contract/resources/tasks/task.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let root: Visitor;
let tess: Visitor;

/** Unix seconds of the first of the jobs, one a minute. */
const START = 1_700_000_000;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  tess = await gateway.user('tess');
  await gateway.sql(
    `INSERT INTO midjourneys (user_id, channel_id, mj_id, submit_time, image_url, status)
     SELECT CASE WHEN n % 2 = 0 THEN $1::bigint ELSE 1 END, 5 + n % 2, 'mj-' || n, ($2::bigint + 60 * n) * 1000,
       CASE WHEN n = 0 THEN 'https://cdn.example/0.png' ELSE '' END, 'SUCCESS'
     FROM generate_series(0, 29) n`,
    [tess.id, START],
  );
  await gateway.sql(
    `INSERT INTO tasks (user_id, channel_id, task_id, platform, action, status, submit_time, properties, data)
     SELECT CASE WHEN n % 2 = 0 THEN $1::bigint ELSE 1 END, 5 + n % 2, 'task-' || n,
       CASE WHEN n < 15 THEN 'suno' ELSE 'kling' END, 'MUSIC', 'SUCCESS', $2::bigint + 60 * n,
       CASE WHEN n = 0 THEN '{"input":"a song"}'::jsonb END, CASE WHEN n = 0 THEN '[{"id":"x"}]'::jsonb END
     FROM generate_series(0, 29) n`,
    [tess.id, START],
  );
});
afterAll(() => gateway?.close());

const drawings = async (who: Visitor, query = '', list = '/api/mj') =>
  (await who.get<DrawingResponse[]>(`${list}${query}`)).data.map((row) => drawingResponse.parse(row));
const tasks = async (who: Visitor, query = '', list = '/api/task') =>
  (await who.get<TaskResponse[]>(`${list}${query}`)).data.map((row) => taskResponse.parse(row));
const names = (rows: DrawingResponse[]) => rows.map(({ mj_id }) => mj_id);
const ids = (rows: TaskResponse[]) => rows.map(({ task_id }) => task_id);

test('lists of drawings and tasks begin at page 0, newest first, ten rows or as many as are asked for', async () => {
  expect(names(await drawings(root))).toEqual(Array.from({ length: 10 }, (_, n) => `mj-${29 - n}`));
  expect(names(await drawings(root, '?p=2&page_size=10'))[0]).toBe('mj-9');
  expect(await drawings(root, '?page_size=500')).toHaveLength(30);
  expect(ids(await tasks(root, '?p=1&page_size=20'))).toHaveLength(10);
  expect(ids(await tasks(root, '?p=NaN&page_size=NaN'))[0]).toBe('task-29');
  expect(await tasks(root, '?p=99')).toEqual([]);
});

test('users see their own, and not over which channel it went', async () => {
  const own = await drawings(tess, '?page_size=100', '/api/mj/self');
  expect(own).toHaveLength(15);
  expect(own.every(({ user_id, channel_id }) => user_id === tess.id && channel_id === 0)).toBe(true);
  const jobs = await tasks(tess, '?page_size=100&channel_id=6', '/api/task/self');
  expect(jobs).toHaveLength(15);
  expect(jobs.every(({ user_id, channel_id }) => user_id === tess.id && channel_id === 0)).toBe(true);
  expect(await drawings(tess, '?mj_id=mj-1', '/api/mj/self')).toEqual([]);
});

test('drawings are found by number, channel and time, in milliseconds or seconds', async () => {
  expect(names(await drawings(root, '?mj_id=mj-7'))).toEqual(['mj-7']);
  expect(await drawings(root, '?channel_id=6&page_size=100')).toHaveLength(15);
  for (const unit of [1, 1000]) {
    const query = `?start_timestamp=${(START + 60) * unit}&end_timestamp=${(START + 180) * unit}`;
    expect(names(await drawings(root, query))).toEqual(['mj-3', 'mj-2', 'mj-1']);
  }
  expect(await drawings(root, '?start_timestamp=NaN&end_timestamp=&page_size=100')).toHaveLength(30);
});

test('tasks are found by number, platform, kind, state, channel and time', async () => {
  expect(ids(await tasks(root, '?task_id=task-7'))).toEqual(['task-7']);
  expect(await tasks(root, '?platform=suno&page_size=100')).toHaveLength(15);
  expect(await tasks(root, '?action=LYRICS')).toEqual([]);
  expect(await tasks(root, '?status=FAILURE')).toEqual([]);
  expect(await tasks(root, '?channel_id=5&platform=kling&page_size=100')).toHaveLength(7);
  const query = `?start_timestamp=${START + 60}&end_timestamp=${START + 120}`;
  expect(ids(await tasks(root, query))).toEqual(['task-2', 'task-1']);
});

test('within a span of time the latest come first, whatever their number', async () => {
  await gateway.sql(`UPDATE midjourneys SET submit_time = $1 WHERE mj_id = 'mj-20'`, [(START + 90) * 1000]);
  const query = `start_timestamp=${START + 60}&end_timestamp=${START + 180}`;
  expect(names(await drawings(root, `?${query}`))).toEqual(['mj-3', 'mj-2', 'mj-20', 'mj-1']);
  expect(names(await drawings(root, `?${query}&p=1&page_size=3`))).toEqual(['mj-1']);
  expect(names(await drawings(root, `?${query}&channel_id=5`))).toEqual(['mj-2', 'mj-20']);
});

test('a task shows its prompt and what the upstream said; one without either shows neither', async () => {
  const [with_] = await tasks(root, '?task_id=task-0');
  expect(with_).toMatchObject({ properties: { input: 'a song' }, data: [{ id: 'x' }] });
  const [without] = await tasks(root, '?task_id=task-1');
  expect(without).toMatchObject({ properties: { input: '' }, data: null });
});

test('images are shown through the gateway where it forwards them; no image has no address', async () => {
  await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gate.example' });
  expect((await drawings(root, '?mj_id=mj-0'))[0]?.image_url).toBe('https://gate.example/mj/image/mj-0');
  expect((await drawings(root, '?mj_id=mj-1'))[0]?.image_url).toBe('');
  await root.put('/api/option/', { key: 'MjForwardUrlEnabled', value: 'false' });
  expect((await drawings(root, '?mj_id=mj-0'))[0]?.image_url).toBe('https://cdn.example/0.png');
});

test.each(['/api/mj', '/api/mj/self', '/api/task', '/api/task/self'])(
  '%s says how many rows there are beside the array that clients expect',
  async (path) => {
    const own = path.endsWith('/self');
    const { data, extras } = await (own ? tess : root).get<unknown[]>(`${path}?page_size=10&p=1`);
    expect(Array.isArray(data)).toBe(true);
    expect(extras).toEqual({ total: own ? 15 : 30 });
    const few = path.includes('mj') ? 'mj_id=mj-8' : 'task_id=task-8';
    expect((await (own ? tess : root).get(`${path}?${few}`)).extras).toEqual({ total: 1 });
  },
);
