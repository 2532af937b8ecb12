import { parseRecord, record } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { ChatCodec, Provider } from '../../kit/provider.js';
import { credentialsOf, signedUrl, versionOf } from './address.js';
import { isLast, normalize } from './answer.js';
import { sparkFacts } from './facts.js';
import { frameOf } from './request.js';

/** Frames contain what OpenAI's chunks contain, in another structure. */
const translated = openAICompatible({
  passes: false,
  models: false,
  topK: true,
  normalize,
  facts: sparkFacts,
});

const chat: ChatCodec = {
  answer: translated.chat!.answer,
  // Responses are always streamed.
  request: (requested, target) => {
    const { body } = translated.chat!.request(requested, target);
    const credentials = credentialsOf(target.key);
    const version = versionOf(target);
    const frame = frameOf(record(JSON.parse(body!.toString())), version, credentials.appId);
    return {
      method: 'GET',
      url: signedUrl(target, version, credentials, new Date()),
      headers: {},
      body: Buffer.from(JSON.stringify(frame)),
      isLastMessage: (message) => isLast(parseRecord(message)),
    };
  },
  stream: (options) => {
    const read = translated.chat!.stream(options);
    return (frame) => {
      const events = read(frame);
      const isWhole = isLast(parseRecord(frame.data)) && events[0]?.type !== 'error';
      return isWhole ? [...events, { type: 'done' }] : events;
    };
  },
};

/** Spark's API over WebSocket (https://www.xfyun.cn/doc/spark/Web.html). */
const spark: Provider = { ...translated, chat };

export default defineProvider({
  type: 18,
  id: 'xunfei',
  name: { en: 'iFlytek Spark', zh: '讯飞星火认知' },
  synonyms: ['iFlytek', 'Xunfei', 'SparkDesk', '讯飞', '星火'],
  color: 'blue',
  baseUrl: 'https://spark-api.xf-yun.com',
  sdkPath: 'none',
  models: ['SparkDesk-v4.0', 'SparkDesk-v3.5', 'SparkDesk-v3.1', 'SparkDesk-v1.1', 'SparkDesk'],
  form: {
    keyHint: { en: 'In this form: APPID|APISecret|APIKey', zh: '按照如下格式输入：APPID|APISecret|APIKey' },
    keyPage: 'https://console.xfyun.cn/services',
    keyForms: [
      {
        name: { en: 'Application', zh: '应用' },
        parts: [
          { label: { en: 'APPID', zh: 'APPID' }, placeholder: { en: '', zh: '' }, isPublic: true },
          { label: { en: 'APISecret', zh: 'APISecret' }, placeholder: { en: '', zh: '' } },
          { label: { en: 'APIKey', zh: 'APIKey' }, placeholder: { en: '', zh: '' } },
        ],
      },
    ],
    other: {
      label: { en: 'Model version', zh: '模型版本' },
      placeholder: { en: 'The version in the address, such as v3.5', zh: '接口地址中的版本号，例如：v3.5' },
      default: 'v2.1',
    },
  },
  api: spark,
});
