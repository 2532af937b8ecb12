import { defineProvider, modelNames, type KeyPart } from '../../kit/define-provider.js';
import type { ChatCodec, Provider } from '../../kit/provider.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import { readAnswer } from './answer.js';
import { ADDRESS } from './call.js';
import { claude } from './claude.js';
import { embeddings, embeds } from './embeddings.js';
import { readError } from './errors.js';
import { bedrockFacts } from './facts.js';
import { isClaude } from './model-ids.js';
import { listModels } from './models.js';
import { converseRules } from './request-rules.js';
import { rerank, reranks } from './rerank.js';
import { converseRequest } from './request.js';
import { readStream } from './stream.js';

const chat: ChatCodec = fitted(converseRules, {
  request: converseRequest,
  // Bedrock reads no URLs but those of S3.
  mustFetch: (url) => !url.startsWith('s3://'),
  answer: readAnswer,
  stream: readStream,
});

/** Models of all makers but Anthropic, by Converse. */
const converse: Provider = {
  native: {},
  chat,
  listModels,
  countsCacheApart: true,
  facts: bedrockFacts,
  readError,
};
const embedding: Provider = { native: {}, operations: { embeddings }, listModels, readError };

const reranking: Provider = { native: {}, operations: { rerank }, listModels, readError };

const bedrock: Provider = {
  ...converse,
  native: claude.native,
  operations: { embeddings, rerank },
  countTokens: claude.countTokens,
  ofModel(model) {
    if (isClaude(model)) return claude;
    if (embeds(model)) return embedding;
    return reranks(model) ? reranking : converse;
  },
};

const SECRET_PART: KeyPart = {
  label: { en: 'Secret access key', zh: 'Secret Access Key' },
  placeholder: { en: 'Signs the requests', zh: '用于请求签名' },
};
const REGION_PART: KeyPart = {
  label: { en: 'Region', zh: '地区' },
  placeholder: { en: 'For example us-east-1', zh: '例如：us-east-1' },
  isPublic: true,
};

/** Amazon Bedrock: https://docs.aws.amazon.com/bedrock/latest/APIReference/welcome.html */
export default defineProvider({
  type: 33,
  id: 'aws',
  name: { en: 'AWS Bedrock', zh: 'AWS Bedrock' },
  synonyms: ['Amazon', 'Bedrock', 'Claude', 'Nova', '亚马逊'],
  color: 'indigo',
  baseUrl: ADDRESS,
  sdkPath: 'none',
  keys: [
    { prefix: 'AKIA', certainty: 'certain' },
    { prefix: 'ASIA', certainty: 'certain' },
    { prefix: 'ABSK', certainty: 'certain', keyForm: 1 },
    { prefix: 'bedrock-api-key-', certainty: 'certain', keyForm: 1 },
  ],
  models: modelNames(`
    claude-opus-5-5 claude-sonnet-5-5 claude-haiku-5-5 claude-opus-5 claude-opus-4-6 claude-sonnet-4-6
    claude-opus-4-5-20251101 claude-sonnet-4-5-20250929 claude-haiku-4-5-20251001 amazon.nova-pro-v1:0
    amazon.nova-lite-v1:0 amazon.nova-micro-v1:0 openai.gpt-oss-120b-1:0 openai.gpt-oss-20b-1:0
    qwen.qwen3-32b-v1:0 qwen.qwen3-coder-30b-a3b-v1:0 deepseek.v3-v1:0 amazon.titan-embed-text-v2:0
    cohere.embed-english-v3 cohere.embed-multilingual-v3 cohere.rerank-v3-5:0 amazon.rerank-v1:0`),
  api: bedrock,
  form: {
    keyForms: [
      {
        name: { en: 'Access key', zh: '访问密钥' },
        parts: [
          {
            label: { en: 'Access key ID', zh: 'Access Key ID' },
            placeholder: { en: 'AKIA…', zh: 'AKIA…' },
            isPublic: true,
          },
          SECRET_PART,
          REGION_PART,
          {
            label: { en: 'Session token', zh: 'Session Token' },
            placeholder: { en: 'Only for temporary credentials', zh: '仅临时凭证需要' },
            isOptional: true,
          },
        ],
      },
      {
        name: { en: 'Bedrock API key', zh: 'Bedrock API Key' },
        parts: [
          {
            label: { en: 'API key', zh: 'API Key' },
            placeholder: { en: 'Sent as it is, without a signature', zh: '直接发送，不签名' },
          },
          REGION_PART,
        ],
      },
    ],
    keyPage: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
    note: {
      text: {
        en: 'Names of Claude models are completed to the inference profile of the region, such as us.anthropic.…, or else to the global one. Full model ids, inference profile ids and ARNs are used as they are.',
        zh: 'Claude 模型名会自动补全为所在地区的推理配置文件（如 us.anthropic.…），没有时使用 global。完整的模型 ID、推理配置文件 ID 和 ARN 按原样使用。',
      },
      color: 'blue',
    },
  },
});
