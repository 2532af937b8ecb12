import { defineProvider, UNTESTABLE } from '../../kit/define-provider.js';
import { readError } from './errors.js';
import { transcription } from './transcription.js';

/** https://www.assemblyai.com/docs. It lists no models and reports no balance. */
export default defineProvider({
  type: 1122,
  id: 'assemblyai',
  name: { en: 'AssemblyAI', zh: 'AssemblyAI' },
  color: 'violet',
  baseUrl: 'https://api.assemblyai.com',
  sdkPath: /\/v2$/,
  models: ['universal-3-5-pro', 'universal-3-pro', 'universal-2'],
  api: { native: {}, operations: { transcription }, readError },
  untestable: UNTESTABLE.audio,
  form: {
    keyPage: 'https://www.assemblyai.com/dashboard/api-keys',
    baseUrls: [{ label: { en: 'European Union', zh: '欧盟' }, url: 'https://api.eu.assemblyai.com' }],
    note: {
      text: {
        en: 'Transcriptions only. Files are uploaded and transcribed asynchronously; the response is sent when the transcript is complete.',
        zh: '仅用于语音转文字。文件先上传再异步转写，转写完成后返回结果。',
      },
      color: 'blue',
    },
  },
});
