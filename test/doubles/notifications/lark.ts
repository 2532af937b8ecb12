import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const HOOK = '0123abcd-4567-89ef-0123-456789abcdef';
const SECRET = 'larkSecretOfTheRobot01';
const text = z.strictObject({ tag: z.literal('text'), text: z.string() });
const schema = z.strictObject({
  timestamp: z.string().regex(/^\d{10}$/),
  sign: z.string(),
  msg_type: z.literal('post'),
  content: z.strictObject({
    post: z.strictObject({
      zh_cn: z.strictObject({ title: z.string(), content: z.array(z.array(text)) }),
    }),
  }),
});

/** A custom bot that verifies signatures: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
export const double: ServiceDouble = {
  settings: {
    lark_webhook_url: `https://open.feishu.cn/open-apis/bot/v2/hook/${HOOK}`,
    lark_secret: SECRET,
  },
  secrets: [HOOK, SECRET],
  answer: (request) => {
    const { method, url } = request;
    if (method !== 'POST' || url.href !== `https://open.feishu.cn/open-apis/bot/v2/hook/${HOOK}`)
      return json(200, {
        code: 19001,
        msg: 'param invalid: incoming webhook access token invalid',
        data: {},
      });
    const message = bodyOf(request, schema);
    if (!message || Buffer.byteLength(request.body) > 20 * 1024)
      return json(400, { code: 9499, msg: 'Bad Request', data: {} });
    const sign = createHmac('sha256', `${message.timestamp}\n${SECRET}`).update('').digest('base64');
    if (message.sign !== sign || Math.abs(Date.now() / 1000 - Number(message.timestamp)) > 3600)
      return json(200, {
        code: 19021,
        msg: 'sign match fail or timestamp is not within one hour from current time',
        data: {},
      });
    return json(200, { StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' });
  },
  textOf: ({ body }) => {
    const { title, content } = schema.parse(JSON.parse(body)).content.post.zh_cn;
    return [title, ...content.map((line) => line.map((part) => part.text).join(''))].join('\n');
  },
  refusals: [
    json(400, { code: 9499, msg: 'Bad Request', data: {} }),
    json(200, { code: 19021, msg: 'sign match fail', data: {} }),
    json(200, { code: 19022, msg: 'Ip Not Allowed', data: {} }),
    json(200, { code: 19024, msg: 'Key Words Not Found', data: {} }),
  ],
  failures: [
    json(200, { code: 11232, msg: 'frequency limited psm[lark.oapi.app_platform_runtime]', data: {} }),
    { status: 504, body: '' },
  ],
};
