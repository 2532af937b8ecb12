import { defineProvider } from '../../kit/define-provider.js';
import { readError } from './errors.js';
import { sunoTasks } from './tasks.js';

/** The API of https://github.com/Suno-API/Suno-API, which other gateways offer too. */
export default defineProvider({
  type: 36,
  id: 'suno',
  name: { en: 'Suno API', zh: 'Suno API' },
  color: 'grape',
  baseUrl: null,
  sdkPath: 'none',
  models: ['suno_music', 'suno_lyrics'],
  untestable: 'suno channel test is not supported',
  form: {
    baseUrl: {
      label: { en: 'Suno address', zh: 'Suno 服务地址' },
      placeholder: {
        en: 'The part before /suno, such as https://suno.example.com',
        zh: '填写到 /suno 之前的部分，例如：https://suno.example.com',
      },
    },
    note: {
      text: {
        en: 'This is not a chat API. Enter the address up to, not including, /suno.',
        zh: '注意非Chat API，请填写 /suno 之前的地址。',
      },
      color: 'blue',
    },
  },
  api: { native: {}, tasks: { music: sunoTasks }, readError },
});
