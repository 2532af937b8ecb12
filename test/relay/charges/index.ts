import { anthropic } from './anthropic.js';
import { mistral } from './mistral.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import { perplexity } from './perplexity.js';
import type { ChargeFamily } from './recorded-charge.js';
import { xai } from './xai.js';

export const families: readonly ChargeFamily[] = [
  openai,
  openaiResponses,
  anthropic,
  mistral,
  perplexity,
  xai,
];
