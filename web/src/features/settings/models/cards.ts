import type { CardSpec } from '../form/fields';

export const RATE_LIMIT: CardSpec = {
  id: 'rate-limit',
  title: 'settings.rate.title',
  lead: 'settings.rate.lead',
  save: 'settings.rate.save',
  fields: [
    { key: 'ModelRequestRateLimitEnabled', kind: 'switch', label: 'settings.rate.enabled' },
    {
      key: 'ModelRequestRateLimitDurationMinutes',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.minutes',
      label: 'settings.rate.duration',
      hint: 'settings.rate.durationHint',
    },
    {
      key: 'ModelRequestRateLimitCount',
      kind: 'whole',
      min: -1,
      unit: 'settings.unit.times',
      label: 'settings.rate.count',
      hint: 'settings.rate.countHint',
    },
    {
      key: 'ModelRequestRateLimitSuccessCount',
      kind: 'whole',
      min: 1,
      unit: 'settings.unit.times',
      label: 'settings.rate.success',
      hint: 'settings.rate.successHint',
    },
  ],
};

export const GLOBAL: CardSpec = {
  id: 'global',
  title: 'settings.models.global.title',
  lead: 'settings.models.global.lead',
  fields: [
    {
      key: 'global.pass_through_request_enabled',
      kind: 'switch',
      label: 'settings.models.global.passThrough',
      hint: 'settings.models.global.passThroughHint',
    },
  ],
};

export const GEMINI: CardSpec = {
  id: 'gemini',
  title: 'settings.models.gemini.title',
  lead: 'settings.models.gemini.lead',
  fields: [
    {
      key: 'gemini.safety_settings',
      kind: 'json',
      shape: 'texts',
      label: 'settings.models.gemini.safety',
      hint: 'settings.models.gemini.safetyHint',
      template: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
    },
    {
      key: 'gemini.version_settings',
      kind: 'json',
      shape: 'texts',
      label: 'settings.models.gemini.version',
      hint: 'settings.models.gemini.versionHint',
      template: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
    },
    {
      key: 'gemini.thinking_adapter_enabled',
      kind: 'switch',
      label: 'settings.models.gemini.thinking',
      hint: 'settings.models.gemini.thinkingHint',
    },
    {
      key: 'gemini.thinking_adapter_budget_tokens_percentage',
      kind: 'number',
      min: 0.1,
      max: 1,
      label: 'settings.models.gemini.budget',
      hint: 'settings.models.gemini.budgetHint',
    },
  ],
};

export const CLAUDE: CardSpec = {
  id: 'claude',
  title: 'settings.models.claude.title',
  lead: 'settings.models.claude.lead',
  fields: [
    {
      key: 'claude.model_headers_settings',
      kind: 'json',
      shape: 'headers',
      label: 'settings.models.claude.headers',
      hint: 'settings.models.claude.headersHint',
      template: {
        'claude-3-7-sonnet-20250219-thinking': {
          'anthropic-beta': ['output-128k-2025-02-19', 'token-efficient-tools-2025-02-19'],
        },
      },
    },
    {
      key: 'claude.default_max_tokens',
      kind: 'json',
      shape: 'tokens',
      label: 'settings.models.claude.maxTokens',
      hint: 'settings.models.claude.maxTokensHint',
      template: { default: 8192, 'claude-3-haiku-20240307': 4096, 'claude-3-opus-20240229': 4096 },
    },
    {
      key: 'claude.cache_translated_conversations',
      kind: 'switch',
      label: 'settings.models.claude.cache',
      hint: 'settings.models.claude.cacheHint',
    },
    {
      key: 'claude.thinking_adapter_enabled',
      kind: 'switch',
      label: 'settings.models.claude.thinking',
      hint: 'settings.models.claude.thinkingHint',
    },
    {
      key: 'claude.thinking_adapter_budget_tokens_percentage',
      kind: 'number',
      min: 0.1,
      max: 1,
      label: 'settings.models.claude.budget',
      hint: 'settings.models.claude.budgetHint',
    },
  ],
};

export const MODEL_CARDS = [GLOBAL, GEMINI, CLAUDE];
