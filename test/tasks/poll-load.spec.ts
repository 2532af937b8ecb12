import { SunoUpstream } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';

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
