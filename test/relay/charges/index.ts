import { ali } from './ali.js';
import { anthropic } from './anthropic.js';
import { azure } from './azure.js';
import { baidu, baiduV2 } from './baidu.js';
import { bedrock, bedrockClaude } from './bedrock.js';
import { cohere } from './cohere.js';
import { deepseek } from './deepseek.js';
import { gemini } from './gemini.js';
import { groq } from './groq.js';
import { fireworks, ollama, siliconflow, together, vllm } from './hosts.js';
import { minimax } from './minimax.js';
import { mistral } from './mistral.js';
import { moonshot } from './moonshot.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import { openrouter } from './openrouter.js';
import { perplexity } from './perplexity.js';
import type { ChargeFamily } from './recorded-charge.js';
import { tencent } from './tencent.js';
import { vertex } from './vertex.js';
import { volcengine } from './volcengine.js';
import { xai } from './xai.js';
import { zai, zhipu } from './zhipu.js';

export const families: readonly ChargeFamily[] = [
  openai,
  openaiResponses,
  azure,
  anthropic,
  gemini,
  vertex,
  bedrock,
  bedrockClaude,
  ali,
  baidu,
  baiduV2,
  cohere,
  deepseek,
  fireworks,
  groq,
  minimax,
  mistral,
  moonshot,
  ollama,
  openrouter,
  perplexity,
  siliconflow,
  tencent,
  together,
  vllm,
  volcengine,
  xai,
  zai,
  zhipu,
];
