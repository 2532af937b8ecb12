import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const KEY = 'ynJ5Ft4atkMkWeo2PAvFhF';
/** https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification */
const MAX_PAYLOAD_BYTES = 4096;
/** The members of https://github.com/Finb/bark-server/blob/master/docs/API_V2.md that a text needs. */
const schema = z.strictObject({ title: z.string(), body: z.string().min(1), device_key: z.string() });

const failed = (code: number, message: string) => json(code, { code, message, timestamp: 1 });

/** POST /push of a Bark server. */
export const double: ServiceDouble = {
  settings: { bark_url: `https://api.day.app/${KEY}` },
  secrets: [KEY],
  answer: (request) => {
    if (request.method !== 'POST' || request.url.href !== 'https://api.day.app/push')
      return { status: 404, body: 'Cannot POST' };
    const message = bodyOf(request, schema);
    if (!message) return failed(400, 'request bind failed');
    if (message.device_key !== KEY) return failed(400, `failed to get device token: ${message.device_key}`);
    const payload = { aps: { alert: { title: message.title, body: message.body }, sound: '1107' } };
    if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES)
      return failed(500, 'push failed: PayloadTooLarge');
    return json(200, { code: 200, message: 'success', timestamp: 1 });
  },
  textOf: ({ body }) => {
    const { title, body: text } = schema.parse(JSON.parse(body));
    return `${title}\n${text}`;
  },
  refusals: [failed(400, `failed to get device token: ${KEY}`), failed(500, 'push failed: BadDeviceToken')],
  failures: [failed(500, 'push failed: ServiceUnavailable'), { status: 502, body: '<html>' }],
};
