import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const KEY = '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa';
const schema = z.strictObject({
  msgtype: z.literal('text'),
  text: z.strictObject({ content: z.string().min(1) }),
});

const failed = (errcode: number, errmsg: string) => json(200, { errcode, errmsg });

/** A group robot: https://developer.work.weixin.qq.com/document/path/91770 */
export const double: ServiceDouble = {
  settings: { wecom_webhook_url: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${KEY}` },
  secrets: [KEY],
  answer: (request) => {
    const { method, url } = request;
    if (method !== 'POST' || url.href !== `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${KEY}`)
      return failed(93000, 'invalid webhook url');
    const message = bodyOf(request, schema);
    if (!message) return failed(40008, 'invalid message type');
    if (Buffer.byteLength(message.text.content) > 2048)
      return failed(40058, 'text.content exceed max length');
    return failed(0, 'ok');
  },
  textOf: ({ body }) => schema.parse(JSON.parse(body)).text.content,
  refusals: [failed(93000, `invalid webhook url, key ${KEY}`), failed(40058, 'invalid Request Parameter')],
  failures: [failed(45009, 'api freq out of limit'), failed(-1, 'system busy'), { status: 500, body: '' }],
};
