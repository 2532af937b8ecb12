import { AuditChecks } from '../../server/alerts/audit-checks.service.js';
import { Sealing } from '../../server/audit/seals/sealing.service.js';
import type { AlertsResponse } from '../../server/contract/resources/alert.js';
import type { AuditStateResponse } from '../../server/contract/resources/audit.js';
import { Schedules } from '../../worker/schedules.js';
import { Gateway } from '../setup/gateway.js';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
  for (const schedule of gateway.worker.get(Schedules, { strict: false }).table)
    if (/^(audit|alerts)\./.test(schedule.name)) schedule.run = () => Promise.resolve(undefined);
});
afterAll(() => gateway?.close());

const verify = () => gateway.worker.get(AuditChecks, { strict: false }).carryOut();
const state = () => gateway.manage<AuditStateResponse>('GET', '/api/audit/state');

test('a worker verifies the log once a day: a change is an alert, and the page says what is wrong', async () => {
  await gateway.option('RetryTimes', '1');
  await gateway.worker.get(Sealing, { strict: false }).carryOut();
  expect(await state()).toMatchObject({ seal: { id: expect.any(Number) }, verified_at: 0, problem: '' });
  expect(await verify()).toBe(0);
  const verified = await state();
  expect(verified).toMatchObject({ verified_seal: verified.seal!.id, problem: '' });
  expect(verified.verified_day).toBe(verified.seal!.day);

  await gateway.sql('ALTER TABLE audit_log DISABLE TRIGGER USER');
  await gateway.sql(`UPDATE audit_log SET actor_name = 'nobody' WHERE action = 'change'`);
  await gateway.sql('ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only');
  expect(await verify()).toBe(1);
  expect(await state()).toMatchObject({ problem: expect.stringContaining('was changed since it was made') });
  const { alerts } = await gateway.manage<AlertsResponse>('GET', '/api/alerts');
  expect(alerts).toMatchObject([{ rule: 'audit_changed', channel_id: 0, value: 1, firing: true }]);
});
