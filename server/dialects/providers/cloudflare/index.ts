import { defineProvider, modelNames } from '../../kit/define-provider.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { addressesOf, cloudflareHeaders } from './address.js';
import { chatChanges, normalizedChat, WITHOUT_INDEX } from './chat.js';
import { embeddingsOperation } from './embeddings.js';
import { readError } from './errors.js';
import { declaredFacts } from './facts.js';
import { imageGeneration } from './images.js';
import { models } from './models.js';
import { rerank } from './rerank.js';
import { transcription, translation } from './transcription.js';

const PAGE = 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/';

/** https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/ */
const dialect: OpenAICompatibleOptions = {
  accepts: {
    outputLimit: { name: 'max_tokens', source: PAGE },
  },
  url: (path, target) => addressesOf(target).openai + path,
  headers: cloudflareHeaders,
  rules: rulesOfAnyModel,
  change: chatChanges,
  normalize: normalizedChat,
  normalizeIfContains: [WITHOUT_INDEX],
  // https://developers.cloudflare.com/workers-ai/models/llama-4-scout-17b-16e-instruct/: images must be data URLs.
  mustFetch: () => true,
  facts: declaredFacts,
};

export default defineProvider({
  type: 39,
  id: 'cloudflare',
  name: { en: 'Cloudflare Workers AI', zh: 'Cloudflare' },
  color: 'gray',
  baseUrl: 'https://api.cloudflare.com',
  sdkPath: /$/,
  // https://developers.cloudflare.com/fundamentals/api/get-started/token-formats
  keys: [
    { prefix: 'cfut_', certainty: 'certain' },
    { prefix: 'cfat_', certainty: 'certain' },
  ],
  models: modelNames(`
    @cf/openai/gpt-oss-120b @cf/openai/gpt-oss-20b @cf/zai-org/glm-5.3 @cf/zai-org/glm-5.3-flash
    @cf/zai-org/glm-4.7-flash @cf/moonshotai/kimi-k2.7-code @cf/moonshotai/kimi-k2.6
    @cf/deepseek-ai/deepseek-v4-pro-0813 @cf/deepseek-ai/deepseek-v4-flash-0731 @cf/qwen/qwen3.8-27b
    @cf/qwen/qwen3-30b-a3b-fp8 @cf/google/gemma-4-26b-a4b-it @cf/nvidia/nemotron-3-120b-a12b
    @cf/meta/llama-4-scout-17b-16e-instruct @cf/meta/llama-3.3-70b-instruct-fp8-fast
    @cf/meta/llama-3.1-8b-instruct-fast @cf/ibm-granite/granite-4.0-h-micro
    @cf/baai/bge-m3 @cf/baai/bge-large-en-v1.5 @cf/baai/bge-base-en-v1.5 @cf/baai/bge-small-en-v1.5
    @cf/google/embeddinggemma-300m @cf/qwen/qwen3-embedding-0.6b @cf/baai/bge-reranker-base
    @cf/openai/whisper @cf/openai/whisper-large-v3-turbo @cf/black-forest-labs/flux-1-schnell
    @cf/black-forest-labs/flux-2-dev @cf/black-forest-labs/flux-2-klein-4b
    @cf/black-forest-labs/flux-2-klein-9b @cf/leonardo/lucid-origin`),
  form: {
    keyHint: {
      en: 'API token; for an AI Gateway that requires authentication: API token|gateway token',
      zh: 'API 令牌；AI Gateway 启用身份验证时填写：API 令牌|网关令牌',
    },
    keyPage: 'https://dash.cloudflare.com/profile/api-tokens',
    other: {
      label: { en: 'Account ID', zh: 'Account ID' },
      placeholder: {
        en: 'The hexadecimal text in the address of the dashboard',
        zh: '控制台地址中的十六进制字符串',
      },
    },
    note: {
      text: {
        en: 'The address can be that of an AI Gateway: https://gateway.ai.cloudflare.com/v1/{account}/{gateway}',
        zh: '接口地址可填写 AI Gateway 的地址：https://gateway.ai.cloudflare.com/v1/{账户}/{网关}',
      },
      color: 'blue',
    },
  },
  api: {
    ...openAICompatible({
      ...dialect,
      operations: {
        embeddings: embeddingsOperation(dialect),
        rerank,
        'image-generation': imageGeneration,
        transcription,
        translation,
      },
      models,
    }),
    readError,
  },
});
