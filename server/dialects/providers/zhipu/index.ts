import { defineProvider } from '../../kit/define-provider.js';
import { readAnswer } from './answer.js';
import { readError } from './errors.js';
import { zhipuFacts } from './facts.js';
import { chatRequest } from './request.js';
import { readStream } from './stream.js';
import { plain } from '../../kit/rules/fit-chat.js';

/** Version 3 of Zhipu's API, for imported channels; its successor is type 26. */
export default defineProvider({
  type: 16,
  id: 'zhipu',
  name: { en: 'Zhipu ChatGLM (v3)', zh: '智谱 ChatGLM' },
  color: 'violet',
  baseUrl: 'https://open.bigmodel.cn',
  sdkPath: 'none',
  models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  legacy: true,
  retired: true,
  api: {
    native: {},
    chat: plain({ request: chatRequest, answer: readAnswer, stream: readStream }),
    facts: zhipuFacts,
    readError,
  },
  form: { keyHint: { en: 'In this form: id.secret', zh: '按照如下格式输入：id.secret' } },
});
