import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const TOKEN = 'AWgotify.TOKEN-1';
const schema = z.strictObject({
  title: z.string(),
  message: z.string().min(1),
  priority: z.int().min(0).max(10),
});

const failed = (status: number, error: string, errorDescription: string) =>
  json(status, { error, errorCode: status, errorDescription });

/** POST /message of https://gotify.net/api-docs */
export const double: ServiceDouble = {
  settings: { gotify_url: 'https://gotify.example/base/', gotify_token: TOKEN, gotify_priority: 8 },
  secrets: [TOKEN],
  answer: (request) => {
    if (request.method !== 'POST' || request.url.href !== 'https://gotify.example/base/message')
      return failed(404, 'Not Found', 'page not found');
    if (request.headers['x-gotify-key'] !== TOKEN)
      return failed(401, 'Unauthorized', 'you need to provide a valid access token or user credentials');
    const message = bodyOf(request, schema);
    if (!message) return failed(400, 'Bad Request', 'invalid message');
    return json(200, { id: 25, appid: 5, ...message, date: '2026-02-27T19:36:10.5045044+01:00' });
  },
  textOf: ({ body }) => {
    const { title, message } = schema.parse(JSON.parse(body));
    return `${title}\n${message}`;
  },
  refusals: [
    failed(401, 'Unauthorized', 'you need to provide a valid access token'),
    failed(403, 'Forbidden', ''),
  ],
  failures: [failed(500, 'Internal Server Error', ''), { status: 503, body: '' }],
};
