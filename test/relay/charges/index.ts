import { anthropic } from './anthropic.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import type { ChargeFamily } from './recorded-charge.js';

export const families: readonly ChargeFamily[] = [openai, openaiResponses, anthropic];
