import { MAX_NOTICES } from '../../server/contract/limits.js';
import { noticeListResponse, type NoticeResponse } from '../../server/contract/resources/notice.js';
import type { AuditEntryResponse } from '../../server/contract/resources/audit.js';
import { Management, type Visitor } from '../setup/management.js';

/** Notices that were published, for those who missed them. */
let gateway: Management;
let root: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
});
afterAll(() => gateway?.close());

const publish = (text: string) => root.put('/api/option/', { key: 'Notice', value: text });
const list = async () => noticeListResponse.parse((await root.get<NoticeResponse[]>('/api/notices')).data);

test('each notice is listed with its time, once; empty ones are not, and only the latest are kept', async () => {
  const before = Math.floor(Date.now() / 1000);
  await publish('first');
  await publish('first');
  await publish('');
  await publish('**second**');
  const notices = await list();
  expect(notices.map(({ text }) => text)).toEqual(['**second**', 'first']);
  expect(notices[0]!.created_at).toBeGreaterThanOrEqual(before);
  for (let number = 1; number <= MAX_NOTICES; number += 1) await publish(`notice ${number}`);
  const latest = await list();
  expect(latest).toHaveLength(MAX_NOTICES);
  expect(latest.at(-1)!.text).toBe('notice 1');
});

test('administrators take a notice out of the list; users do not', async () => {
  const [newest] = await list();
  const user = await gateway.user('alice');
  expect(await user.delete(`/api/notices/${newest!.id}`)).toMatchObject({ success: false });
  expect(await root.delete(`/api/notices/${newest!.id}`)).toMatchObject({ success: true });
  expect((await list()).some(({ id }) => id === newest!.id)).toBe(false);
  const [entry] = (await root.get<AuditEntryResponse[]>('/api/audit?action=change&size=1')).data;
  expect(entry).toMatchObject({
    actor_name: 'root',
    content: `管理员从公告列表删除了公告，ID ${newest!.id}`,
  });
});
