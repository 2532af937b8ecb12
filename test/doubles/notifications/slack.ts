import { z } from 'zod';
import { bodyOf, type ServiceDouble } from './double.js';

const URL_OF_WEBHOOK = 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const schema = z.strictObject({ text: z.string() });
/** Characters that must be escaped: https://docs.slack.dev/messaging/formatting-message-text#escaping */
const UNESCAPED = /[<>]|&(?!amp;|lt;|gt;)/;

/** An incoming webhook of Slack. */
export const double: ServiceDouble = {
  settings: { slack_webhook_url: URL_OF_WEBHOOK },
  secrets: ['XXXXXXXXXXXXXXXXXXXXXXXX'],
  answer: (request) => {
    if (request.method !== 'POST' || request.url.href !== URL_OF_WEBHOOK)
      return { status: 404, body: 'no_service' };
    const message = bodyOf(request, schema);
    if (!message || UNESCAPED.test(message.text) || message.text.length > 40_000)
      return { status: 400, body: 'invalid_payload' };
    if (message.text.trim() === '') return { status: 400, body: 'no_text' };
    return { status: 200, body: 'ok' };
  },
  textOf: ({ body }) =>
    schema
      .parse(JSON.parse(body))
      .text.replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  refusals: [
    { status: 400, body: 'invalid_payload' },
    { status: 403, body: 'action_prohibited' },
    { status: 404, body: 'channel_not_found' },
    { status: 410, body: 'channel_is_archived' },
  ],
  failures: [
    { status: 500, body: 'rollup_error' },
    { status: 429, body: 'rate_limited', headers: { 'retry-after': '120' }, afterSeconds: 120 },
  ],
};
