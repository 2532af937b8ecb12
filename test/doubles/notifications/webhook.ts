import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { bodyOf, type ServiceDouble } from './double.js';

const SECRET = 'whsec-0123456789';
const schema = z.strictObject({
  type: z.string(),
  title: z.string(),
  content: z.string(),
  values: z.array(z.string()).optional(),
  timestamp: z.int(),
});

/** A receiver that follows docs/operations.md. */
export const double: ServiceDouble = {
  settings: { webhook_url: 'https://hook.example/in', webhook_secret: SECRET },
  secrets: [SECRET],
  answer: (request) => {
    const signature = createHmac('sha256', SECRET).update(request.body).digest('hex');
    if (request.headers['x-webhook-signature'] !== signature) return { status: 401, body: 'signature' };
    return { status: bodyOf(request, schema) ? 204 : 400, body: '' };
  },
  textOf: ({ body }) => {
    const { title, content, values = [] } = schema.parse(JSON.parse(body));
    return [title, content, ...values].join('\n');
  },
  refusals: [
    { status: 404, body: '' },
    { status: 401, body: SECRET },
  ],
  failures: [
    { status: 500, body: '' },
    { status: 429, body: '' },
    { status: 307, body: '', headers: { location: 'https://elsewhere.example' } },
  ],
};
