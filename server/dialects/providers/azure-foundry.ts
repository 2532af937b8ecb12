import { defineProvider } from '../kit/define-provider.js';
import { deployments } from './azure/deployments.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';
import type { Target } from '../kit/provider.js';

/**
 * Microsoft Foundry Models (https://learn.microsoft.com/azure/foundry/foundry-models/concepts/endpoints). The body names a
 * deployment. Channels that set an API version use the Azure AI Model Inference API instead of OpenAI's v1 API.
 */
export default defineProvider({
  type: 1012,
  id: 'azure-foundry',
  name: { en: 'Azure AI Foundry', zh: 'Azure AI Foundry' },
  synonyms: ['Microsoft', '微软'],
  color: 'blue',
  baseUrl: null,
  sdkPath: /\/openai\/v1$|(?<=\.azure\.com)\/(?:openai|models)$/,
  hosts: /\.services\.ai\.azure\.com$/,
  models: [],
  api: openAICompatible({
    url: (path, { baseUrl, other }) =>
      other === ''
        ? `${baseUrl}/openai${path}`
        : `${baseUrl}/models${path.replace(/^\/v1/, '').replace(/\?.*$/s, '')}?api-version=${encodeURIComponent(other)}`,
    headers: ({ key, other }: Target): Record<string, string> => ({
      'api-key': key,
      // Members that the Model Inference API does not define are passed to the model instead of being rejected.
      ...(other !== '' && { 'extra-parameters': 'pass-through' }),
    }),
    serves: ['embeddings'],
    models: deployments,
  }),
  form: {
    baseUrl: {
      label: { en: 'Endpoint of the resource', zh: '资源终结点' },
      placeholder: {
        en: 'For example https://my-resource.services.ai.azure.com',
        zh: '例如：https://my-resource.services.ai.azure.com',
      },
    },
    other: {
      label: { en: 'Version of the Model Inference API', zh: '模型推理 API 版本' },
      placeholder: {
        en: 'Empty for the OpenAI v1 API; for example 2024-05-01-preview',
        zh: '留空则使用 OpenAI v1 API；例如 2024-05-01-preview',
      },
    },
  },
});
