import { declareCard } from '../declaration.js';

export const rateLimitCard = declareCard({
  id: 'rate-limit',
  tab: 'ratelimit',
  title: { zh: '模型请求速率限制', en: 'Model request limit' },
  synonyms: 'rpm throttle 429 quota 限流 频率',
  lead: { zh: '按用户限制对模型接口的请求次数。', en: 'Limits model requests per user.' },
  save: { zh: '保存模型速率限制', en: 'Save model rate limit' },
  options: {
    ModelRequestRateLimitEnabled: {
      kind: 'boolean',
      default: false,
      label: {
        zh: '按用户限制模型请求速率',
        en: 'Limit model requests per user (may reduce throughput under high load)',
      },
    },
    ModelRequestRateLimitDurationMinutes: {
      kind: 'integer',
      default: 1,
      min: 0,
      unit: 'minutes',
      label: { zh: '限制周期', en: 'Period' },
      hint: { zh: '在多少分钟内计数', en: 'Requests are counted over this time.' },
    },
    ModelRequestRateLimitCount: {
      kind: 'integer',
      default: -1,
      min: -1,
      unit: 'requests',
      label: { zh: '用户每周期最多请求次数', en: 'Maximum requests per user and period' },
      hint: {
        zh: '包括失败的请求；0 或 -1 表示不限制',
        en: 'Including failed requests. 0 or -1 = no limit.',
      },
    },
    ModelRequestRateLimitSuccessCount: {
      kind: 'integer',
      default: 1000,
      min: 1,
      unit: 'requests',
      label: { zh: '用户每周期最多请求完成次数', en: 'Maximum successful requests per user and period' },
      hint: { zh: '只包括请求成功的次数', en: 'Successful requests only.' },
    },
  },
});

export const globalCard = declareCard({
  id: 'global',
  tab: 'models',
  title: { zh: '全局设置', en: 'All models' },
  synonyms: 'pass through 透传',
  lead: { zh: '适用于所有模型。', en: 'Applies to all models.' },
  options: {
    'global.pass_through_request_enabled': {
      kind: 'boolean',
      default: false,
      label: { zh: '启用请求透传', en: 'Pass through request body' },
      hint: {
        zh: '开启后，所有请求直接透传给上游，不做任何处理（模型映射和渠道适配也会失效），请谨慎开启',
        en: 'Forwards requests to the upstream unchanged, without model mapping or conversion for the channel. Use with care.',
      },
    },
  },
});

export const geminiCard = declareCard({
  id: 'gemini',
  tab: 'models',
  title: { zh: 'Gemini 设置', en: 'Gemini' },
  synonyms: 'google safety vertex 安全',
  lead: {
    zh: '转发给 Gemini 的安全等级与接口版本。',
    en: 'Safety settings, API versions and thinking budgets of Gemini requests.',
  },
  options: {
    'gemini.safety_settings': {
      kind: 'json',
      shape: 'texts',
      default: { HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE', default: 'OFF' },
      label: { zh: 'Gemini 安全设置', en: 'Safety settings' },
      hint: {
        zh: 'default 为默认设置，可单独设置每个分类的安全等级',
        en: 'JSON object: category → threshold. default applies to all other categories.',
      },
      template: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
    },
    'gemini.version_settings': {
      kind: 'json',
      shape: 'texts',
      default: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
      label: { zh: 'Gemini 版本设置', en: 'API versions' },
      hint: {
        zh: 'default 为默认设置，可单独设置每个模型的版本',
        en: 'JSON object: model → API version. default applies to all other models.',
      },
      template: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
    },
    /** Suffixes of model names configure reasoning (`-thinking`, `-nothinking`, from Gemini 3 on levels). */
    'gemini.thinking_adapter_enabled': {
      kind: 'boolean',
      default: true,
      label: {
        zh: '启用 Gemini 思考适配（-thinking、-nothinking 后缀）',
        en: 'Thinking by model suffix (-thinking, -nothinking)',
      },
      hint: {
        zh: '由模型名称的后缀决定是否思考；Gemini 3 起后缀表示思考等级',
        en: 'From Gemini 3 on, suffixes select thinking levels.',
      },
    },
    /** Fraction of the output limit that `-thinking` sets as reasoning budget. */
    'gemini.thinking_adapter_budget_tokens_percentage': {
      kind: 'number',
      default: 0.6,
      min: 0.1,
      max: 1,
      label: { zh: '思考预算比例（0.1–1）', en: 'Thinking budget ratio' },
      hint: {
        zh: '-thinking 使用输出上限的多少用于思考，0.1 到 1 之间的小数',
        en: 'Part of the output limit that -thinking uses as thinking budget: 0.1 to 1.',
      },
    },
  },
});

export const claudeCard = declareCard({
  id: 'claude',
  tab: 'models',
  title: { zh: 'Claude 设置', en: 'Claude' },
  synonyms: 'anthropic thinking beta header 思考',
  lead: {
    zh: '转发给 Claude 的请求头、长度、缓存标记与思考预算。',
    en: 'Headers, output limits, prompt caching and thinking budgets of Claude requests.',
  },
  options: {
    'claude.model_headers_settings': {
      kind: 'json',
      shape: 'headers',
      default: {},
      label: { zh: 'Claude 请求头覆盖', en: 'Request headers' },
      hint: { zh: '模型 → 请求头 → 值列表', en: 'JSON object: model → header → list of values.' },
      template: {
        'claude-3-7-sonnet-20250219-thinking': {
          'anthropic-beta': ['output-128k-2025-02-19', 'token-efficient-tools-2025-02-19'],
        },
      },
    },
    'claude.default_max_tokens': {
      kind: 'json',
      shape: 'tokens',
      default: { default: 8192 },
      label: { zh: '默认 max_tokens', en: 'Default max_tokens' },
      hint: {
        zh: '请求没有 max_tokens 时使用；default 适用于其余模型',
        en: 'For requests without max_tokens. default applies to all other models.',
      },
      template: { default: 8192, 'claude-3-haiku-20240307': 4096, 'claude-3-opus-20240229': 4096 },
    },
    /** Long conversations translated from another protocol get cache hints. */
    'claude.cache_translated_conversations': {
      kind: 'boolean',
      default: true,
      label: { zh: '为转换的会话启用提示缓存', en: 'Prompt caching for translated conversations' },
      hint: {
        zh: '为含工具或历史回答的较长 OpenAI、Gemini 请求添加 cache_control；写入缓存的价格比普通输入高 25%，读取缓存为普通输入的 10%',
        en: 'Adds cache_control to long OpenAI and Gemini requests with tools or earlier responses. Cache writes cost 25% more than input, cache reads 10% of it.',
      },
    },
    'claude.thinking_adapter_enabled': {
      kind: 'boolean',
      default: true,
      label: { zh: '启用 Claude 思考适配（-thinking 后缀）', en: 'Thinking by model suffix (-thinking)' },
      hint: {
        zh: '思考预算 = max_tokens × 下面的比例',
        en: 'budget_tokens = max_tokens × ratio below.',
      },
    },
    'claude.thinking_adapter_budget_tokens_percentage': {
      kind: 'number',
      default: 0.8,
      min: 0.1,
      max: 1,
      label: { zh: '思考预算比例（0.1–1）', en: 'Thinking budget ratio' },
      hint: { zh: '0.1 到 1 之间的小数', en: '0.1 to 1.' },
    },
  },
});
