import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
const CHAT = '-1001234567890';
/** https://core.telegram.org/bots/api#sendmessage */
const schema = z.strictObject({ chat_id: z.string(), text: z.string() });

const failed = (error_code: number, description: string, parameters?: object) =>
  json(error_code, { ok: false, error_code, description, ...(parameters && { parameters }) });

/** sendMessage of a Telegram bot. */
export const double: ServiceDouble = {
  settings: { telegram_bot_token: TOKEN, telegram_chat_id: CHAT },
  secrets: [TOKEN],
  answer: (request) => {
    const { method, url } = request;
    if (method !== 'POST' || url.href !== `https://api.telegram.org/bot${TOKEN}/sendMessage`)
      return failed(404, 'Not Found');
    const message = bodyOf(request, schema);
    if (!message || message.text.trim() === '') return failed(400, 'Bad Request: message text is empty');
    if (message.chat_id !== CHAT) return failed(400, 'Bad Request: chat not found');
    if (message.text.length > 4096) return failed(400, 'Bad Request: message is too long');
    return json(200, { ok: true, result: { message_id: 1, date: 1, text: message.text } });
  },
  textOf: ({ body }) => schema.parse(JSON.parse(body)).text,
  refusals: [
    failed(400, 'Bad Request: chat not found'),
    failed(401, `Unauthorized ${TOKEN}`),
    failed(403, 'Forbidden: bot was blocked by the user'),
    failed(404, 'Not Found'),
  ],
  failures: [
    {
      ...failed(429, 'Too Many Requests: retry after 300', { retry_after: 300 }),
      afterSeconds: 300,
    },
    failed(500, 'Internal Server Error'),
    { status: 502, body: '<html>Bad Gateway</html>' },
  ],
};
