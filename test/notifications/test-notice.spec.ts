import { EGRESS, type Egress } from '../../server/notifications/http-egress.js';
import { double } from '../doubles/notifications/telegram.js';
import { ServiceSite } from '../doubles/notifications/double.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let bob: Visitor;
let site: ServiceSite;

beforeAll(async () => {
  gateway = await Management.start();
  bob = await gateway.user('bob');
  site = await ServiceSite.start();
  site.service = double;
  const egress = gateway.app.get<Egress>(EGRESS, { strict: false });
  egress.send = site.network.send;
});
afterAll(async () => {
  site?.close();
  await gateway?.close();
});

const sendTest = () => bob.post('/api/user/setting/test', {});

test('a test notice is sent with the stored settings, says why it was not delivered, and is limited', async () => {
  expect(await sendTest()).toMatchObject({ success: false, extras: { code: 'notice_target_missing' } });
  const setting = { notify_type: 'telegram', quota_warning_threshold: 1, ...double.settings };
  expect((await bob.put('/api/user/setting', setting)).success).toBe(true);
  expect(await sendTest()).toMatchObject({ success: true });
  expect(double.textOf(site.received[0]!)).toContain('测试通知');
  site.next.push(...double.refusals.slice(1, 2));
  const refused = await sendTest();
  expect(refused).toMatchObject({ success: false, extras: { code: 'notice_not_sent' } });
  expect(refused.message).toBe('通知发送失败：answered 401: Unauthorized ***');
  expect((await gateway.sql('SELECT 1 FROM outbox')).length).toBe(0);
  await sendTest();
  await sendTest();
  expect(await sendTest()).toMatchObject({ success: false, extras: { code: 'too_many_requests' } });
  expect(site.received).toHaveLength(4);
});
