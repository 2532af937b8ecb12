import { defineProvider } from '../../kit/define-provider.js';
import { chatViaResponses } from '../../kit/openai/responses/chat-via-responses.js';
import { compaction } from '../../kit/openai/responses/compaction.js';
import type { OpenAIDialect } from '../../kit/openai/dialect.js';
import { openaiModels } from '../../kit/openai/model-names.js';
import { nativeResponses } from '../../kit/openai/responses/native-responses.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import type { Provider } from '../../kit/provider.js';
import { openaiRules } from '../../kit/openai/compatible-rules.js';
import { deploymentOf, deploymentUrl, v1Url } from './address.js';
import { deployments } from './deployments.js';
import { azureRealtime } from './realtime.js';

/** https://learn.microsoft.com/azure/ai-services/openai/reference */
const options: OpenAICompatibleOptions = {
  completions: '/v1/completions',
  serves: ['embeddings', 'image-generation', 'image-edit', 'speech', 'transcription', 'translation'],
  realtime: azureRealtime,
  url: deploymentUrl,
  headers: ({ key }) => ({ 'api-key': key }),
  // Deployments can have any name, but all of them serve OpenAI's models, which reject cache hints.
  refusesCacheHints: () => true,
  models: deployments,
  accepts: openaiRules,
};

/**
 * Responses are only available on the v1 API, which has no deployment in the path, whatever API version the channel sets.
 */
const v1: OpenAIDialect = {
  url: (path, target) => v1Url(path.replace(/^\/v1/, ''), target),
  headers: options.headers,
};
const responses = nativeResponses(v1);
const viaResponses = chatViaResponses(v1);
const compact = compaction(v1);

const api: Provider = {
  ...openAICompatible({
    ...options,
    native: {
      'openai-responses': {
        ...responses,
        request: (body, change, target) =>
          responses.request(body, { ...change, model: deploymentOf(target, change.model) }, target),
      },
    },
    operations: {
      compact: {
        ...compact,
        request: (request, target) =>
          compact.request(request, { ...target, model: deploymentOf(target, target.model) }),
      },
    },
  }),
  viaResponses: {
    ...viaResponses,
    request: (chat, target) =>
      viaResponses.request(chat, { ...target, model: deploymentOf(target, target.model) }),
  },
};

export default defineProvider({
  type: 3,
  id: 'azure',
  name: { en: 'Azure OpenAI', zh: 'Azure OpenAI' },
  synonyms: ['Microsoft', 'Azure', 'GPT', '微软'],
  color: 'teal',
  baseUrl: null,
  sdkPath: /\/openai\/(?:v1|deployments(?:\/[^/]*)*)$|(?<=\.azure\.com)\/openai$/,
  hosts: /\.(?:openai|cognitiveservices)\.azure\.com$/,
  models: openaiModels,
  api,
  form: {
    baseUrl: {
      label: { en: 'AZURE_OPENAI_ENDPOINT', zh: 'AZURE_OPENAI_ENDPOINT' },
      placeholder: {
        en: 'For example https://my-resource.openai.azure.com',
        zh: '例如：https://my-resource.openai.azure.com',
      },
    },
    other: {
      label: { en: 'Default API version', zh: '默认 API 版本' },
      placeholder: { en: 'For example 2024-12-01-preview', zh: '例如：2024-12-01-preview' },
    },
    note: {
      text: {
        en: 'The name of a deployment must equal the name of its model',
        zh: '注意，模型部署名称必须和模型名称保持一致',
      },
      color: 'yellow',
    },
  },
});
