import { defineProvider } from '../../kit/define-provider.js';
import { readAnswer } from './answer.js';
import { isAppType } from './app.js';
import { readError } from './errors.js';
import { difyFacts } from './facts.js';
import { chatRequest } from './request.js';
import { readStream } from './stream.js';
import { plain } from '../../kit/rules/fit-chat.js';

/** https://docs.dify.ai/api-reference: each key belongs to one app, whatever the name of the model. */
export default defineProvider({
  type: 37,
  id: 'dify',
  name: { en: 'Dify', zh: 'Dify' },
  color: 'teal',
  baseUrl: 'https://api.dify.ai',
  keys: [{ prefix: 'app-', certainty: 'likely' }],
  models: [],
  api: {
    native: {},
    chat: plain({ request: chatRequest, answer: readAnswer, stream: readStream }),
    facts: difyFacts,
    readError,
  },
  form: {
    keyHint: { en: 'API key of the app: app-…', zh: '应用的 API 密钥：app-…' },
    other: {
      label: { en: 'App type', zh: '应用类型' },
      placeholder: {
        en: 'chat (default; chatflow and agent as well), completion, workflow or workflow:variable',
        zh: 'chat（默认，含 chatflow 和 agent）、completion、workflow 或 workflow:变量名',
      },
      check: (value) => (isAppType(value) ? undefined : 'channel_app_type_unknown'),
    },
    note: {
      text: {
        en: 'One channel per app; agents take no images. Members of the request’s metadata are variables of the app, and conversation_id continues a conversation.',
        zh: '每个应用对应一个渠道，agent 不支持图片。请求的 metadata 成员会作为应用变量，其中 conversation_id 用于继续会话。',
      },
      color: 'yellow',
    },
  },
});
