import { noticeText } from '../notice.js';
import { isRefusal, jsonObject, messageIn, unreadable, verdictOf } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { shortened } from './shortened.js';

const MAX_TEXT_LENGTH = 4096;

/**
 * Messages of a Telegram bot: https://core.telegram.org/bots/api#sendmessage; failures:
 * https://core.telegram.org/bots/api#making-requests. Without a parse mode, so that the text is shown as it is.
 */
export const telegram = defineNotificationChannel({
  id: 'telegram',
  name: { en: 'Telegram bot', zh: 'Telegram 机器人' },
  guide: 'https://core.telegram.org/bots/features#botfather',
  fields: {
    telegram_bot_token: {
      kind: 'text',
      label: { en: 'Bot token', zh: '机器人 Token' },
      hint: { en: 'From @BotFather', zh: '由 @BotFather 提供' },
      required: true,
      secret: true,
      pattern: String.raw`^\d+:[\w-]+$`,
    },
    telegram_chat_id: {
      kind: 'text',
      label: { en: 'Chat ID', zh: '会话 ID' },
      hint: {
        en: 'Number of a chat with the bot, or @name of a public channel',
        zh: '与机器人会话的数字 ID，或公开频道的 @名称',
      },
      placeholder: '123456789',
      required: true,
      pattern: String.raw`^(-?\d+|@\w+)$`,
    },
  },
  delivery: {
    http: {
      request: ({ notice }, { telegram_bot_token, telegram_chat_id: chat_id }) => ({
        method: 'POST',
        url: `https://api.telegram.org/bot${telegram_bot_token}/sendMessage`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          chat_id,
          text: shortened(`${notice.title}\n${noticeText(notice)}`, MAX_TEXT_LENGTH),
        }),
      }),
      judge: (response) => {
        const body = jsonObject(response.body);
        if (body.ok === true) return { outcome: 'delivered' };
        if (body.ok !== false) return unreadable(response);
        const { error_code: code } = body;
        const refused = typeof code === 'number' && isRefusal(code);
        const reason = `answered ${String(code)}: ${messageIn(body, 'description')}`;
        return verdictOf(refused, reason, retryAfterOf(body) ?? response.retryAfterSeconds);
      },
    },
  },
});

function retryAfterOf({ parameters }: Readonly<Record<string, unknown>>): number | undefined {
  const { retry_after } = (parameters ?? {}) as { retry_after?: unknown };
  return typeof retry_after === 'number' ? retry_after : undefined;
}
