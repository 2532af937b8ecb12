import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { LANGUAGES } from '../../server/contract/languages.js';
import { escaped } from '../../server/notifications/notice.js';
import { Notices } from '../../server/notifications/notices.js';
import { OutboxRepository } from '../../server/notifications/outbox/outbox.repository.js';
import { noticeText } from '../../server/notifications/texts/catalogue.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { Management } from '../setup/management.js';
import { until } from '../setup/until.js';
import { Mailbox } from '../auth/mail/mailbox.js';

let gateway: Management;
let site: Mailbox;
const workers: INestApplicationContext[] = [];

beforeAll(async () => {
  gateway = await Management.start();
  site = await Mailbox.open();
  const root = await gateway.root();
  for (const [key, value] of Object.entries(site.options)) await root.put('/api/option/', { key, value });
  for (let i = 0; i < 2; i++)
    workers.push(await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] }));
});

afterAll(async () => {
  await Promise.all(workers.map((one) => one.close()));
  await site?.close();
  await gateway?.close();
});

test('what a server put into the outbox, a running worker sends, once', async () => {
  const outbox = gateway.app.get(OutboxRepository);
  await gateway.app.get(DataSource).transaction(async (manager) => {
    for (let i = 0; i < 15; i++)
      await outbox.add(manager, { mail: { to: 'ann@example.com', subject: `letter ${i}`, html: 'Hello' } });
  });
  const waiting = () => gateway.sql(`SELECT 1 FROM outbox WHERE state <> 'sent'`);
  await until(async () => (await waiting()).length === 0);
  expect(site.mails).toHaveLength(15);
});

test('a mail arrives in the language that its reader chose', async () => {
  const mails = site.mails.length;
  for (const language of LANGUAGES) {
    const reader = await gateway.user(`reads-${language}`);
    await reader.put('/api/user/setting', {
      notify_type: 'email',
      quota_warning_threshold: 1,
      notification_email: `${language}@example.com`,
    });
    await reader.put('/api/user/self', { language });
    await gateway.app.get(DataSource).transaction((manager) =>
      gateway.app.get(Notices).toUser(manager, reader.id, 'token_key_replaced_1', (chosen) => ({
        subject: noticeText(chosen, 'token_key_replaced_title', { name: 'one' }),
        text: noticeText(chosen, 'token_key_replaced', { name: 'one', key: 'sk-a***b' }),
      })),
    );
  }
  await until(() => site.mails.length === mails + LANGUAGES.length);
  for (const language of LANGUAGES)
    expect(site.last(`${language}@example.com`)).toMatchObject({
      subject: noticeText(language, 'token_key_replaced_title', { name: 'one' }),
      html: escaped(noticeText(language, 'token_key_replaced', { name: 'one', key: 'sk-a***b' })),
    });
});

test('a webhook that leads into the private network is not called', async () => {
  const root = await gateway.root();
  const setting = {
    notify_type: 'webhook',
    quota_warning_threshold: 1,
    webhook_url: 'https://127.0.0.1:1/in',
  };
  await root.put('/api/user/setting', setting);
  const notice = { type: 'test', title: 'a', content: 'b', format: 'text' as const, values: [] };
  await gateway.app
    .get(DataSource)
    .transaction((manager) => gateway.app.get(OutboxRepository).add(manager, { userId: root.id, notice }));
  const failure = async () => {
    const [row] = await gateway.sql<{ last_error: string }>(
      `SELECT last_error FROM outbox WHERE type = 'test'`,
    );
    return row?.last_error ?? '';
  };
  await until(async () => (await failure()) !== '');
  expect(await failure()).toBe('127.0.0.1 is no public address');
});
