import { UpstreamError } from '../../canonical/failure.js';
import { defineProvider } from '../../kit/define-provider.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { innerError, readError } from './errors.js';
import { cozeFacts } from './facts.js';
import { chatRequest } from './request.js';
import { readStream } from './stream.js';
import { plain } from '../../kit/rules/fit-chat.js';

/** https://www.coze.cn/docs/developer_guides/coze_api_overview */
export default defineProvider({
  type: 49,
  id: 'coze',
  name: { en: 'Coze', zh: 'Coze' },
  color: 'gray',
  baseUrl: 'https://api.coze.cn',
  sdkPath: 'none',
  keys: [
    { prefix: 'pat_', certainty: 'likely', baseUrls: ['https://api.coze.cn', 'https://api.coze.com'] },
    { prefix: 'sat_', certainty: 'likely', baseUrls: ['https://api.coze.cn', 'https://api.coze.com'] },
  ],
  models: [],
  api: {
    native: {},
    chat: plain({
      request: chatRequest,
      // Answers are streamed: JSON contains an error, or the state of a chat that has only begun.
      answer: (body) => {
        throw new UpstreamError(innerError(body) ?? invalidResponse('the answer is not a stream'));
      },
      stream: readStream,
    }),
    facts: cozeFacts,
    readError,
  },
  form: {
    keyHint: { en: 'Access token: pat_… or sat_…', zh: '访问令牌：pat_… 或 sat_…' },
    baseUrls: [{ label: { en: 'International', zh: '国际站' }, url: 'https://api.coze.com' }],
    keyPage: 'https://www.coze.cn/open/oauth/pats',
    other: {
      label: { en: 'Bot ID', zh: '智能体 ID' },
      placeholder: {
        en: 'Digits at the end of the bot’s address; empty if the model names are bot IDs',
        zh: '智能体页面地址末尾的数字；留空时以模型名称作为智能体 ID',
      },
    },
    note: {
      text: {
        en: 'The bot must be published as an API. Members of the request’s metadata are variables of the bot; an empty conversation_id starts a stored conversation, its ID continues it.',
        zh: '智能体须已发布为 API 服务。请求的 metadata 成员会作为智能体变量；conversation_id 为空时新建并保存会话，填写会话 ID 则继续该会话。',
      },
      color: 'blue',
    },
  },
});
