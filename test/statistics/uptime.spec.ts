import type { UptimeResponse } from '../../server/contract/resources/uptime.js';
import { Gateway } from '../setup/gateway.js';

let gateway: Gateway;
const today = Math.floor(Date.now() / 86_400_000) * 86_400;

beforeAll(async () => {
  gateway = await Gateway.start();
  await gateway.addChannel({ base_url: 'http://127.0.0.1:9', models: 'served,quiet', name: 'secret name' });
  await gateway.sql(
    `INSERT INTO request_hours SELECT $1::bigint - day * 86400, 1, 0, model, ok, 0, 500, 500, failed, 0, 500, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}'
     FROM (VALUES (0, 'served', 3, 1), (1, 'served', 100, 0), (2, 'served', 995, 5), (2, 'withdrawn', 10, 0), (89, 'served', 0, 10),
       (90, 'served', 0, 1000), (3, 'quiet', 4, 0)) AS days (day, model, ok, failed)`,
    [today],
  );
});

afterAll(() => gateway?.close());

const read = () => fetch(`${gateway.url}/api/status/uptime`).then((response) => response.json());

test('visitors see nothing unless the operator wants it', async () => {
  expect(await read()).toMatchObject({ success: false, code: 'status_page_disabled', data: null });
  const status = (await (await fetch(`${gateway.url}/api/status`)).json()) as { data: object };
  expect(status.data).toMatchObject({ status_page_enabled: false });
});

test('they see by day which part of the valid requests for served models was answered, and nothing else', async () => {
  await gateway.option('StatusPageEnabled', 'true');
  const { data } = (await read()) as { data: UptimeResponse };
  expect(data.days).toHaveLength(90);
  expect([data.days[0], data.days.at(-1)]).toEqual([today - 89 * 86_400, today]);
  expect(data.models.map(({ model }) => model)).toEqual(['served', 'quiet']);
  const [served, quiet] = data.models;
  expect(served!.days.slice(-4)).toEqual([null, 99.5, 100, null]);
  expect(served!.days[0]).toBe(0);
  // 1098 of 1114, and not the thousand of the day before the first.
  expect(served!.uptime).toBe(98.56);
  expect(served!.now).toBeNull();
  expect(quiet).toMatchObject({ uptime: null });
  expect(JSON.stringify(data)).not.toMatch(/secret name|channel|withdrawn/);
});
