import { chineseText, storedText } from '../../server/contract/stored-texts/catalogue.js';
import { ChannelsService } from '../../server/channels/channels.service.js';
import { Management } from '../setup/management.js';

let gateway: Management;

beforeAll(async () => {
  gateway = await Management.start();
  const root = await gateway.root();
  await root.put('/api/user/setting', {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://hook.example/in',
  });
});
afterAll(() => gateway?.close());

test('whoever takes a channel out of service tells the super administrator, and nobody else does', async () => {
  const [channel] = await gateway.sql<{ id: number }>(
    `INSERT INTO channels (name, key, status) VALUES ('a "b"', '', 1) RETURNING id`,
  );
  const { id } = channel!;
  const channels = gateway.app.get(ChannelsService);
  const done = await Promise.all(
    Array.from({ length: 5 }, () => channels.markAutoDisabled(id, 'bad \0 key')),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
  const messages = await gateway.sql<{ type: string; message: string }>('SELECT type, message FROM outbox');
  expect(messages.map(({ type }) => type)).toEqual([`channel_update_${id}_3`]);
  expect(JSON.parse(messages[0]!.message)).toEqual({
    notice: {
      type: `channel_update_${id}_3`,
      title: `渠道「a "b"」（#${id}）已被禁用`,
      content: `渠道「a "b"」（#${id}）已被禁用，原因：bad \0 key`,
      format: 'text',
      values: [],
    },
  });
});

test('a reason of the gateway is in the language of the reader too', async () => {
  const [channel] = await gateway.sql<{ id: number }>(
    `INSERT INTO channels (name, key, status) VALUES ('slow', '', 1) RETURNING id`,
  );
  const root = await gateway.root();
  await root.put('/api/user/self', { language: 'en' });
  const reason = chineseText(storedText('channel_too_slow', { spent: '9.00', limit: '5.00' }));
  await gateway.app.get(ChannelsService).markAutoDisabled(channel!.id, reason);
  const [row] = await gateway.sql<{ message: string }>(
    `SELECT message FROM outbox WHERE message LIKE '%slow%' ORDER BY created_at DESC`,
  );
  expect(JSON.parse(row!.message)).toMatchObject({
    notice: {
      title: `Channel "slow" (#${channel!.id}) was disabled`,
      content: `Channel "slow" (#${channel!.id}) was disabled. Reason: Response time 9.00s exceeds the limit of 5.00s`,
    },
  });
});
