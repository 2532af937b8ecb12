import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { NotificationField } from '../../server/contract/resources/notification-channel.js';
import { notificationChannels } from '../../server/notifications/channels/index.js';

/** The table of notification channels follows from the declarations; `UPDATE_NOTIFICATION_CHANNELS=1` writes it anew. */
const PAGE = 'docs/management-api.md';
const START = '<!-- notification channels: written by test/docs/notification-channels.spec.ts -->\n';
const END = '<!-- end of notification channels -->\n';

function cell(fields: readonly NotificationField[]): string {
  return fields.map(({ name, secret }) => `\`${name}\`${secret ? ' (secret)' : ''}`).join(', ') || '–';
}

function table(): string {
  const rows = [
    ['`notify_type`', 'Channel', 'Required fields', 'Optional fields'],
    ['---', '---', '---', '---'],
    ...notificationChannels.map(({ id, name, fields }) => [
      `\`${id}\``,
      name.en,
      cell(fields.filter(({ required }) => required)),
      cell(fields.filter(({ required }) => !required)),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

test('the table of notification channels in the documentation follows from the declarations', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const expected = await format(`${before}${START}\n${table()}\n${END}${after}`, { parser: 'markdown' });
  if (process.env.UPDATE_NOTIFICATION_CHANNELS) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});
