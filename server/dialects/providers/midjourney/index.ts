import { defineProvider, modelNames, type ProviderForm } from '../../kit/define-provider.js';
import type { Provider } from '../../kit/provider.js';
import { readError } from './errors.js';
import { midjourneyTasks } from './tasks.js';

const api: Provider = { native: {}, tasks: { drawing: midjourneyTasks }, readError };

const form: ProviderForm = {
  baseUrl: {
    label: { en: 'Proxy address', zh: '代理服务地址' },
    placeholder: {
      en: 'The part before /mj, such as https://mj.example.com',
      zh: '填写到 /mj 之前的部分，例如：https://mj.example.com',
    },
  },
  keyHint: {
    en: 'The secret of the proxy (mj-api-secret). Any text if it has none.',
    zh: '代理服务的密钥（mj-api-secret），没有设置时可任意填写',
  },
  note: {
    text: {
      en: 'The server address in the settings must be set, or links to images do not work.',
      zh: '请先在设置中填写服务器地址，否则图片链接无法访问。',
    },
    color: 'blue',
  },
};

/** https://github.com/novicezk/midjourney-proxy */
export const midjourney = defineProvider({
  type: 2,
  id: 'midjourney',
  name: { en: 'Midjourney Proxy', zh: 'Midjourney Proxy' },
  synonyms: ['MJ'],
  color: 'blue',
  baseUrl: null,
  sdkPath: 'none',
  models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe', 'mj_upload'],
  untestable: 'midjourney channel test is not supported',
  form,
  api,
});

/** The edition of the proxy with more actions (https://github.com/litter-coder/midjourney-proxy-plus). */
export const midjourneyPlus = defineProvider({
  type: 5,
  id: 'midjourney-plus',
  name: { en: 'Midjourney Proxy Plus', zh: 'Midjourney Proxy Plus' },
  synonyms: ['MJ'],
  color: 'blue',
  baseUrl: null,
  sdkPath: 'none',
  models: modelNames(`
    swap_face mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_zoom mj_shorten
    mj_modal mj_inpaint mj_custom_zoom mj_high_variation mj_low_variation mj_pan mj_upload mj_video
    mj_edits`),
  untestable: 'midjourney plus channel test is not supported!!!',
  form,
  api,
});
