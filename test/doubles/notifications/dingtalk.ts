import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { bodyOf, json, type ServiceDouble } from './double.js';

const TOKEN = '566cc69da782ec33e42542abd7ae7b2f';
const SECRET = 'SEC240d7bb4c0bafc62aa';
const HOUR_MS = 3_600_000;
const schema = z.strictObject({
  msgtype: z.literal('text'),
  text: z.strictObject({ content: z.string().min(1) }),
});

const failed = (errcode: number, errmsg: string) => json(200, { errcode, errmsg });

/** A custom robot that verifies signatures: https://open.dingtalk.com/document/orgapp/customize-robot-security-settings */
export const double: ServiceDouble = {
  settings: {
    dingtalk_webhook_url: `https://oapi.dingtalk.com/robot/send?access_token=${TOKEN}`,
    dingtalk_secret: SECRET,
  },
  secrets: [TOKEN, SECRET],
  answer: (request) => {
    const { host, pathname, searchParams } = request.url;
    if (request.method !== 'POST' || `${host}${pathname}` !== 'oapi.dingtalk.com/robot/send')
      return failed(404, 'uri not found');
    if (searchParams.get('access_token') !== TOKEN) return failed(300005, 'token is not exist');
    const timestamp = searchParams.get('timestamp') ?? '';
    const sign = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64');
    if (Math.abs(Date.now() - Number(timestamp)) > HOUR_MS) return failed(310000, 'invalid timestamp');
    if (searchParams.get('sign') !== sign) return failed(310000, 'sign not match');
    if (!/charset=utf-8/i.test(request.headers['content-type'] ?? ''))
      return failed(43004, 'invalid Content-Type');
    if (!bodyOf(request, schema)) return failed(40035, 'invalid json');
    if (Buffer.byteLength(request.body) > 20_000) return failed(460101, 'message too long');
    return failed(0, 'ok');
  },
  textOf: ({ body }) => schema.parse(JSON.parse(body)).text.content,
  refusals: [
    failed(310000, 'keywords not in content'),
    failed(310000, `sign not match, token ${TOKEN}`),
    failed(300005, 'token is not exist'),
    failed(400102, 'robot is stopped'),
  ],
  failures: [failed(130101, 'send too fast, exceed 20 times per minute'), failed(-1, 'system busy')],
};
