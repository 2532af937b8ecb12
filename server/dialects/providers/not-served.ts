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
    type: 33,
    id: 'aws',
    name: { en: 'AWS Claude (Bedrock)', zh: 'AWS Claude' },
    color: 'indigo',
    baseUrl: null,
    models: modelNames(`
    claude-instant-1.2 claude-2.0 claude-2.1 claude-3-sonnet-20240229 claude-3-opus-20240229
    claude-3-haiku-20240307 claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022
    claude-3-5-haiku-20241022 claude-3-7-sonnet-20250219`),
    form: { keyHint: { en: 'In this form: Ak|Sk|Region', zh: '按照如下格式输入：Ak|Sk|Region' } },
  }),
  defineProvider({
    type: 39,
    id: 'cloudflare',
    name: { en: 'Cloudflare Workers AI', zh: 'Cloudflare' },
    color: 'gray',
    baseUrl: 'https://api.cloudflare.com',
    models: modelNames(`
    @cf/meta/llama-3.1-8b-instruct @cf/meta/llama-2-7b-chat-fp16 @cf/meta/llama-2-7b-chat-int8
    @cf/mistral/mistral-7b-instruct-v0.1 @hf/thebloke/deepseek-coder-6.7b-base-awq
    @hf/thebloke/deepseek-coder-6.7b-instruct-awq @cf/deepseek-ai/deepseek-math-7b-base
    @cf/deepseek-ai/deepseek-math-7b-instruct @cf/thebloke/discolm-german-7b-v1-awq
    @cf/tiiuae/falcon-7b-instruct @cf/google/gemma-2b-it-lora @hf/google/gemma-7b-it
    @cf/google/gemma-7b-it-lora @hf/nousresearch/hermes-2-pro-mistral-7b
    @hf/thebloke/llama-2-13b-chat-awq @cf/meta-llama/llama-2-7b-chat-hf-lora
    @cf/meta/llama-3-8b-instruct @hf/thebloke/llamaguard-7b-awq
    @hf/thebloke/mistral-7b-instruct-v0.1-awq @hf/mistralai/mistral-7b-instruct-v0.2
    @cf/mistral/mistral-7b-instruct-v0.2-lora @hf/thebloke/neural-chat-7b-v3-1-awq
    @cf/openchat/openchat-3.5-0106 @hf/thebloke/openhermes-2.5-mistral-7b-awq @cf/microsoft/phi-2
    @cf/qwen/qwen1.5-0.5b-chat @cf/qwen/qwen1.5-1.8b-chat @cf/qwen/qwen1.5-14b-chat-awq
    @cf/qwen/qwen1.5-7b-chat-awq @cf/defog/sqlcoder-7b-2 @hf/nexusflow/starling-lm-7b-beta
    @cf/tinyllama/tinyllama-1.1b-chat-v1.0 @hf/thebloke/zephyr-7b-beta-awq`),
    form: {
      other: {
        label: { en: 'Account ID', zh: 'Account ID' },
        placeholder: { en: 'Cloudflare account ID', zh: 'Cloudflare 账户 ID' },
      },
    },
  }),
  defineProvider({
    type: 16,
    id: 'zhipu',
    name: { en: 'Zhipu ChatGLM (v3)', zh: '智谱 ChatGLM' },
    color: 'violet',
    baseUrl: 'https://open.bigmodel.cn',
    models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  }),
  defineProvider({
    type: 21,
    id: 'aiproxy-library',
    name: { en: 'Knowledge base: AI Proxy', zh: '知识库：AI Proxy' },
    color: 'grape',
    baseUrl: 'https://api.aiproxy.io',
    models: [],
    form: {
      other: {
        label: { en: 'Knowledge base ID', zh: '知识库 ID' },
        placeholder: { en: 'For example 123456', zh: '例如：123456' },
      },
    },
  }),
  defineProvider({
    type: 50,
    id: 'kling',
    name: { en: 'Kling', zh: '可灵 Kling' },
    color: 'gray',
    baseUrl: 'https://api.klingai.com',
    models: [],
  }),
  defineProvider({
    type: 51,
    id: 'jimeng',
    name: { en: 'Jimeng', zh: '即梦 Jimeng' },
    color: 'gray',
    baseUrl: 'https://visual.volcengineapi.com',
    models: [],
  }),
  defineProvider({
    type: 52,
    id: 'vidu',
    name: { en: 'Vidu', zh: 'Vidu' },
    color: 'gray',
    baseUrl: 'https://api.vidu.cn',
    models: [],
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
    type: 56,
    id: 'replicate',
    name: { en: 'Replicate', zh: 'Replicate' },
    color: 'gray',
    baseUrl: 'https://api.replicate.com',
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
