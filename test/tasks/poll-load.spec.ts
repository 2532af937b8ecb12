import { OpenAIVideos } from '../doubles/openai-videos.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';
import { TaskPollsRepository } from '../../server/tasks/engine/task-polls.repository.js';

const TASKS = 10_000;
const IDS_PER_CALL = 100;

let gateway: Gateway;
let suno: SunoUpstream;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
});
afterAll(async () => {
  await gateway?.close();
  await suno?.close();
});

test('10,000 running tasks cost one call for each hundred, and none before they are due again', async () => {
  const channel = await gateway.addChannel({ type: 36, base_url: suno.url, models: 'suno_music' });
  await gateway.sql(
    `INSERT INTO tasks (task_id, upstream_id, platform, user_id, channel_id, action, model, upstream_model, status,
       submit_time, request_id, next_poll_at)
     SELECT 't' || n, 't' || n, 'suno', 1, $1, 'MUSIC', 'suno_music', 'suno_music', 'IN_PROGRESS',
       extract(epoch FROM now())::bigint, 'r' || n, now() FROM generate_series(1, ${TASKS}) AS n`,
    [channel],
  );
  for (let n = 1; n <= TASKS; n++)
    suno.tasks.set(`t${n}`, {
      action: 'MUSIC',
      key: '',
      body: {},
      status: 'IN_PROGRESS',
      fail_reason: '',
      data: null,
    });
  const poller = gateway.worker.get(TaskPoller, { strict: false });
  // The worker polls at the same time, so each of both may have a last call that is not full.
  await poller.pollChannel('task', channel);
  await until(
    async () => suno.polls.flat().length >= TASKS,
    () => 'all are polled',
  );
  expect(suno.polls.length).toBeLessThanOrEqual(TASKS / IDS_PER_CALL + 1);
  expect(suno.polls.flat()).toHaveLength(TASKS);
  expect(new Set(suno.polls.flat()).size).toBe(TASKS);
  expect(await poller.pollChannel('task', channel)).toMatchObject({ polled: 0, calls: 0 });
});

test('videos, which are asked for one by one, are asked for eight at a time', async () => {
  const api = new OpenAIVideos();
  let open = 0;
  let most = 0;
  let eight!: () => void;
  const areEight = new Promise<void>((resolve) => (eight = resolve));
  const upstream = await VideoUpstream.start(async (call) => {
    if (call.method === 'GET') {
      most = Math.max(most, ++open);
      if (open === 8) eight();
      await areEight;
      open--;
    }
    return api.respond(call);
  });
  const key = await gateway.addToken();
  await gateway.option('ModelPrice', JSON.stringify({ 'sora-2': 0.01 }));
  await gateway.addChannel({ type: 55, key: 'sk-video', base_url: upstream.url, models: 'sora-2' });
  for (let i = 0; i < 20; i++) {
    const created = await gateway.relay('/v1/videos', key, { model: 'sora-2', prompt: 'a gate opens' });
    expect(created.status).toBe(200);
  }
  await gateway.sql(`UPDATE tasks SET next_poll_at = now() WHERE model = 'sora-2'`);
  const queries = () => upstream.calls.filter(({ method }) => method === 'GET');
  await until(
    () => new Set(queries().map(({ path }) => path)).size === 20,
    () => `20 videos are asked for, not ${queries().length}`,
  );
  expect(most).toBe(8);
  await upstream.close();
});

test('tasks are claimed at once also when Postgres takes the table for empty', async () => {
  // Waits for the polls of the tests before; a DELETE could lock their rows in another order than they do.
  await gateway.sql('TRUNCATE tasks');
  await gateway.sql(
    `INSERT INTO tasks (task_id, upstream_id, platform, user_id, channel_id, action, model, upstream_model, status,
       submit_time, request_id, next_poll_at)
     SELECT 'e' || n, 'e' || n, 'suno', 1, 999, 'MUSIC', 'suno_music', 'suno_music', 'IN_PROGRESS',
       extract(epoch FROM now())::bigint, 'e' || n, now() FROM generate_series(1, ${TASKS}) AS n`,
  );
  // As a vacuum leaves it that ran between the deletion of all rows and the insertion of these.
  await gateway.sql(`UPDATE pg_class SET reltuples = 0, relpages = 100 WHERE oid = 'tasks'::regclass`);
  const polls = gateway.worker.get(TaskPollsRepository, { strict: false });
  const claimed = await polls.claim('task', 999, 'this test', IDS_PER_CALL);
  expect(claimed).toHaveLength(IDS_PER_CALL);
  await gateway.sql('TRUNCATE tasks');
});
