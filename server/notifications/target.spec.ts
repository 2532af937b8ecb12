import { recipientOf, targetOf } from './target.js';

const own = 'own@example.com';
const target = (setting: object) => targetOf({ email: own, setting: JSON.stringify(setting) }, true);

test('imported settings that a field does not accept count as absent', () => {
  const telegram = { notify_type: 'telegram', telegram_bot_token: '1:a', telegram_chat_id: '@channel' };
  expect(target(telegram)).toBeDefined();
  expect(target({ ...telegram, telegram_chat_id: 'a b' })).toBeUndefined();
  const gotify = { notify_type: 'gotify', gotify_url: 'https://a.example', gotify_token: 'token' };
  for (const [stored, used] of [
    [8, 8],
    [99, 5],
    [1.5, 5],
    ['8', 5],
    [undefined, 5],
  ])
    expect(target({ ...gotify, gotify_priority: stored })?.sealed.gotify_priority).toBe(used);
  expect(target({ ...gotify, gotify_url: 'http://a.example' })).toBeUndefined();
});

test('a list of addresses for notices is not used, but the address of the account', () => {
  const recipient = (notification_email: string) =>
    recipientOf(target({ notify_type: 'email', notification_email })!);
  expect(recipient('other@example.com')).toBe('other@example.com');
  expect(recipient('other@example.com;third@example.com')).toBe(own);
});
