import { ali } from './ali.js';
import { anthropic } from './anthropic.js';
import { deepseek } from './deepseek.js';
import { groq } from './groq.js';
import { minimax } from './minimax.js';
import { mistral } from './mistral.js';
import { moonshot } from './moonshot.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import { openrouter } from './openrouter.js';
import { perplexity } from './perplexity.js';
import type { ChargeFamily } from './recorded-charge.js';
import { xai } from './xai.js';
import { zai, zhipu } from './zhipu.js';

export const families: readonly ChargeFamily[] = [
  openai,
  openaiResponses,
  anthropic,
  ali,
  deepseek,
  groq,
  minimax,
  mistral,
  moonshot,
  openrouter,
  perplexity,
  xai,
  zai,
  zhipu,
];
