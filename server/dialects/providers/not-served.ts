import { defineProvider, modelNames, type ProviderDefinition } from './define-provider.js';

/**
 * Types that have a format of their own and no provider yet. They give imported channels a name and a form; a type moves to
 * its own file when it gets a provider.
 */
export const notServed: readonly ProviderDefinition[] = [
  defineProvider({
    type: 2,
    id: 'midjourney',
    name: { en: 'Midjourney Proxy', zh: 'Midjourney Proxy' },
    color: 'blue',
    baseUrl: null,
    models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe', 'mj_upload'],
    untestable: 'midjourney channel test is not supported',
  }),
  defineProvider({
    type: 5,
    id: 'midjourney-plus',
    name: { en: 'Midjourney Proxy Plus', zh: 'Midjourney Proxy Plus' },
    color: 'blue',
    baseUrl: null,
    models: modelNames(`
    swap_face mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_zoom mj_shorten
    mj_modal mj_inpaint mj_custom_zoom mj_high_variation mj_low_variation mj_pan mj_upload`),
    untestable: 'midjourney plus channel test is not supported!!!',
  }),
  defineProvider({
    type: 36,
    id: 'suno',
    name: { en: 'Suno API', zh: 'Suno API' },
    color: 'grape',
    baseUrl: null,
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
  }),
  defineProvider({
    type: 54,
    id: 'doubao-video',
    name: { en: 'Doubao Video', zh: '豆包视频' },
    color: 'gray',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    models: [],
  }),
  defineProvider({
    type: 55,
    id: 'sora',
    name: { en: 'Sora', zh: 'Sora' },
    color: 'gray',
    baseUrl: 'https://api.openai.com',
    models: [],
  }),
  defineProvider({
    type: 57,
    id: 'codex',
    name: { en: 'Codex', zh: 'Codex' },
    color: 'gray',
    baseUrl: 'https://chatgpt.com',
    models: [],
  }),
];
