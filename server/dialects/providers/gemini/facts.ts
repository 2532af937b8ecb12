import type { FinishReasons } from '../../canonical/finish.js';
import { providerFacts } from '../../kit/facts/provider-facts.js';

/** https://ai.google.dev/api/generate-content#FinishReason and the same enumeration of Vertex AI */
export const GEMINI_FINISH_REASONS = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  OTHER: 'broken',
  MALFORMED_FUNCTION_CALL: 'broken',
  UNEXPECTED_TOOL_CALL: 'broken',
  TOO_MANY_TOOL_CALLS: 'broken',
  MISSING_THOUGHT_SIGNATURE: 'broken',
  MALFORMED_RESPONSE: 'broken',
  NO_IMAGE: 'broken',
  IMAGE_OTHER: 'broken',
} as const satisfies FinishReasons;

/** Lists of ModalityTokenCount. */
export const TOKEN_DETAILS = [
  'promptTokensDetails',
  'toolUsePromptTokensDetails',
  'cacheTokensDetails',
  'candidatesTokensDetails',
] as const;

/** Of the Gemini API, and of Vertex AI. */
export const geminiFacts = providerFacts({
  finish: [
    { words: GEMINI_FINISH_REASONS, source: 'https://ai.google.dev/api/generate-content#FinishReason' },
  ],
  usage: [
    {
      reads: [
        'promptTokenCount',
        'candidatesTokenCount',
        'thoughtsTokenCount',
        'toolUsePromptTokenCount',
        'cachedContentTokenCount',
        ...TOKEN_DETAILS.map((name) => `${name}.tokenCount`),
      ],
      within: { sums: ['totalTokenCount'] },
      source: 'https://ai.google.dev/api/generate-content#UsageMetadata',
    },
  ],
  tooLong: [
    {
      // "The input token count (…) exceeds the maximum number of tokens allowed (…)."
      messages: /input token count.*exceeds/i,
      passedOn: true,
      source: 'https://ai.google.dev/gemini-api/docs/troubleshooting',
    },
  ],
});
