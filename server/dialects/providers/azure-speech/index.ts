import { defineProvider, UNTESTABLE } from '../../kit/define-provider.js';
import { readError } from '../../kit/openai/errors.js';
import { speech } from './speech.js';
import { transcription } from './transcription.js';

/** Azure AI Speech: https://learn.microsoft.com/azure/ai-services/speech-service */
export default defineProvider({
  type: 1123,
  id: 'azure-speech',
  name: { en: 'Azure Speech', zh: 'Azure 语音' },
  color: 'teal',
  baseUrl: null,
  sdkPath: 'none',
  hosts: /\.(?:api\.cognitive|tts\.speech|stt\.speech)\.(?:microsoft|azure)\.(?:com|cn|us)$/,
  models: ['azure-tts', 'azure-tts-hd', 'azure-fast-transcription'],
  api: { native: {}, operations: { speech, transcription }, readError },
  untestable: UNTESTABLE.audio,
  form: {
    baseUrl: {
      label: { en: 'Endpoint', zh: '终结点' },
      placeholder: {
        en: 'Of the region or of the resource, such as https://eastus.api.cognitive.microsoft.com',
        zh: '区域或资源的终结点，例如：https://eastus.api.cognitive.microsoft.com',
      },
    },
    keyHint: { en: 'Key of the Speech resource', zh: '语音资源的密钥' },
    note: {
      text: {
        en: 'Speech and fast transcription. Voices are OpenAI’s names or names such as zh-CN-XiaoxiaoNeural; HD voices need a model whose name contains hd. Speech is metered in billable characters.',
        zh: '用于语音合成与快速转写。音色可填 OpenAI 的音色名或 zh-CN-XiaoxiaoNeural 等名称；HD 音色需使用名称含 hd 的模型。语音合成按计费字符计量。',
      },
      color: 'blue',
    },
  },
});
