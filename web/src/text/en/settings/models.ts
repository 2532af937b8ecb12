import type { Texts } from '../../texts';

export const rate: Texts['settings']['rate'] = {
  title: 'Model requests',
  lead: 'How often one user may call the models.',
  save: 'Save model rate limit',
  enabled: 'Limit model requests of users (may cost speed under high load)',
  duration: 'Period',
  durationHint: 'Minutes over which requests are counted',
  count: 'Requests per user and period',
  countHint: 'Failed ones included; 0 means no limit (-1 too)',
  success: 'Completed requests per user and period',
  successHint: 'Only those that succeeded',
};

export const models: Texts['settings']['models'] = {
  global: {
    title: 'All models',
    lead: 'For every model.',
    passThrough: 'Pass through request body',
    passThroughHint:
      'All requests go to the upstream as they came: no model mapping, no adaptation to the channel. Take care.',
  },
  gemini: {
    title: 'Gemini',
    lead: 'Safety levels and interface version sent to Gemini.',
    safety: 'Safety settings',
    safetyHint: 'default is for all categories that are not named',
    version: 'Version settings',
    versionHint: 'default is for all models that are not named',
    thinking: 'Thinking by model name (suffixes -thinking, -nothinking)',
    thinkingHint: 'From Gemini 3 on suffixes name levels',
    budget: 'Share of tokens for thinking',
    budgetHint: 'What -thinking takes of the output limit: a decimal from 0.1 to 1',
  },
  claude: {
    title: 'Claude',
    lead: 'Headers, lengths, cache hints and thinking budgets sent to Claude.',
    headers: 'Request headers',
    headersHint: 'Model → header → list of values',
    maxTokens: 'Default max_tokens',
    maxTokensHint: 'For requests that name none; default is for all other models',
    cache: 'Prompt caching for translated conversations',
    cacheHint:
      'Adds cache_control to long OpenAI and Gemini requests with tools or earlier answers. Cache writes cost 25 % more than plain input, cache reads 10 %',
    thinking: 'Thinking by model name (suffix -thinking)',
    thinkingHint: 'BudgetTokens = MaxTokens × share below',
    budget: 'Share of tokens for thinking',
    budgetHint: 'A decimal from 0.1 to 1',
  },
};
