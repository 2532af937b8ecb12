import type { OptionDefinition } from './definition.js';

/** Names and pages of the console, rate limits, settings of model families. */
export const presentationOptions = {
  Notice: { kind: 'text', fallback: '' },
  SystemName: { kind: 'text', fallback: 'AI Gateway' },
  Logo: { kind: 'image', fallback: '', root: true },
  HomePageContent: { kind: 'text', fallback: '', page: true },
  About: { kind: 'text', fallback: '', page: true },
  Footer: { kind: 'text', fallback: '' },
  ModelRequestRateLimitEnabled: { kind: 'boolean', fallback: 'false' },
  ModelRequestRateLimitDurationMinutes: { kind: 'whole', fallback: '1', min: 0 },
  ModelRequestRateLimitCount: { kind: 'whole', fallback: '-1', min: -1 },
  ModelRequestRateLimitSuccessCount: { kind: 'whole', fallback: '1000', min: 1 },
  'global.pass_through_request_enabled': { kind: 'boolean', fallback: 'false' },
  'gemini.safety_settings': {
    kind: 'json',
    fallback: '{"HARM_CATEGORY_CIVIC_INTEGRITY":"BLOCK_NONE","default":"OFF"}',
    shape: 'texts',
  },
  'gemini.version_settings': {
    kind: 'json',
    fallback: '{"default":"v1beta","gemini-1.0-pro":"v1"}',
    shape: 'texts',
  },
  /** Suffixes of model names configure reasoning (`-thinking`, `-nothinking`, from Gemini 3 on levels). */
  'gemini.thinking_adapter_enabled': { kind: 'boolean', fallback: 'true' },
  /** Fraction of the output limit that `-thinking` sets as reasoning budget. */
  'gemini.thinking_adapter_budget_tokens_percentage': { kind: 'number', fallback: '0.6', min: 0.1, max: 1 },
  'claude.model_headers_settings': { kind: 'json', fallback: '{}', shape: 'headers' },
  'claude.default_max_tokens': { kind: 'json', fallback: '{"default":8192}', shape: 'tokens' },
  /** Long conversations translated from another protocol get cache hints. */
  'claude.cache_translated_conversations': { kind: 'boolean', fallback: 'true' },
  'claude.thinking_adapter_enabled': { kind: 'boolean', fallback: 'true' },
  'claude.thinking_adapter_budget_tokens_percentage': { kind: 'number', fallback: '0.8', min: 0.1, max: 1 },
} as const satisfies Record<string, OptionDefinition>;
