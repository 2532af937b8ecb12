import { type CardSection, declareCard } from '../declaration.js';

/** The settings of prices as JSON tables. */
export const ratioSection: CardSection = {
  id: 'ratio',
  title: { zh: '倍率设置', en: 'Ratios' },
  lead: {
    zh: '模型价格。倍率 1 = $2 / 1M Token；设置了固定价格的模型按次计费。',
    en: 'Model prices. A ratio of 1 is $2 per 1M tokens. Models with a fixed price are charged per call.',
  },
};

/**
 * Tables without a default here are built into the gateway: billing/prices registers them.
 */
export const ratiosCard = declareCard({
  id: 'ratios',
  tab: 'operation',
  section: ratioSection,
  ratioView: 'json',
  title: { zh: '模型倍率设置', en: 'Model ratios' },
  synonyms: 'price cost token 价格 单价 费用',
  save: { zh: '保存模型倍率设置', en: 'Save model ratios' },
  options: {
    ModelPrice: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '模型固定价格', en: 'Fixed prices' },
      hint: {
        zh: '一次调用消耗多少美元，优先级大于模型倍率',
        en: 'US dollars per call. Takes precedence over the ratio.',
      },
      template: { 'gpt-4-gizmo-*': 0.1 },
    },
    ModelRatio: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '模型倍率', en: 'Model ratios' },
      hint: { zh: '输入价格：1 = $2 / 1M Token', en: 'Input price: 1 = $2 per 1M tokens.' },
      template: { 'gpt-4o': 1.25 },
    },
    CacheRatio: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '提示缓存倍率', en: 'Prompt cache ratios' },
      hint: {
        zh: '缓存命中部分的价格是输入价格的多少倍',
        en: 'Price of cached input relative to input.',
      },
      template: { 'gpt-4o': 0.5 },
    },
    CompletionRatio: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '模型补全倍率（仅对自定义模型有效）', en: 'Completion ratios (custom models only)' },
      hint: { zh: '输出价格是输入价格的多少倍', en: 'Output price relative to input.' },
      template: { 'my-model': 4 },
    },
  },
});

/** Prices that cannot be derived from a model's name, or that the operator overrides. */
export const moreRatiosCard = declareCard({
  id: 'more-ratios',
  tab: 'operation',
  section: ratioSection,
  ratioView: 'more',
  title: { zh: '更多倍率设置', en: 'More ratios' },
  synonyms: 'price cache audio image tool tier 价格 缓存 音频 图片 工具 阶梯',
  lead: {
    zh: '缓存写入、音频、图片、工具与阶梯价格。',
    en: 'Cache writes, audio, images, tools and tiers.',
  },
  save: { zh: '保存更多倍率设置', en: 'Save more ratios' },
  notice: {
    zh: '这里的倍率都相对于模型的输入价格；没有列出的模型使用内置规则。',
    en: "Relative to the model's input price. Models that are not listed use built-in values.",
  },
  options: {
    CreateCacheRatio: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '缓存写入倍率', en: 'Cache write ratios' },
      hint: {
        zh: '写入提示缓存的输入按输入价格的多少倍计费',
        en: 'Price of cache writes relative to input.',
      },
      template: { 'claude-sonnet-4-5': 1.25 },
    },
    AudioRatio: {
      kind: 'json',
      shape: 'ratios',
      default: {},
      rows: [6, 12],
      label: { zh: '音频输入倍率', en: 'Audio input ratios' },
      hint: { zh: '音频输入相对文本输入的倍率', en: 'Price of audio input relative to text input.' },
      template: { 'gpt-4o-audio-preview': 16 },
    },
    AudioCompletionRatio: {
      kind: 'json',
      shape: 'ratios',
      default: {},
      rows: [6, 12],
      label: { zh: '音频输出倍率', en: 'Audio output ratios' },
      hint: { zh: '音频输出相对音频输入的倍率', en: 'Price of audio output relative to audio input.' },
      template: { 'gpt-4o-audio-preview': 2 },
    },
    AudioCacheRatio: {
      kind: 'json',
      shape: 'ratios',
      default: {},
      rows: [6, 12],
      label: { zh: '音频缓存倍率', en: 'Cached audio ratios' },
      hint: {
        zh: '命中缓存的音频输入相对文本输入的倍率',
        en: 'Price of cached audio input relative to text input.',
      },
      template: { 'gpt-realtime': 0.0125 },
    },
    /** Tokens charged per minute of audio if only its length is known: transcriptions without reported tokens. */
    AudioTokensPerMinute: {
      kind: 'integer',
      default: 1000,
      min: 1,
      unit: 'tokens',
      label: { zh: '每分钟音频的 Token 数', en: 'Tokens per minute of audio' },
      hint: {
        zh: '转写的上游只说明时长、不说明 Token 数时使用。默认 1000；设为 200 时 whisper-1 按官方价每分钟 0.006 美元计费。',
        en: 'For transcriptions whose provider reports the duration but no tokens. With 200, whisper-1 costs its list price of $0.006 per minute.',
      },
    },
    ImageRatio: {
      kind: 'json',
      shape: 'ratios',
      default: {},
      rows: [6, 12],
      label: { zh: '图片输入倍率', en: 'Image input ratios' },
      hint: { zh: '图片输入相对文本输入的倍率', en: 'Price of image input relative to text input.' },
      template: { 'gpt-image-1': 2 },
    },
    ImageCompletionRatio: {
      kind: 'json',
      shape: 'ratios',
      default: {},
      rows: [6, 12],
      label: { zh: '图片输出倍率', en: 'Image output ratios' },
      hint: { zh: '图片输出相对文本输入的倍率', en: 'Price of image output relative to text input.' },
      template: { 'gpt-image-1': 8 },
    },
    ToolPrices: {
      kind: 'json',
      shape: 'ratios',
      rows: [6, 12],
      label: { zh: '工具价格', en: 'Tool prices' },
      hint: {
        zh: '上游自带工具每 1000 次调用的美元价格；键可写作“工具：模型前缀*”，或用 / 细分，例如 image_generation/high/1024x1024',
        en: 'US dollars per 1000 calls of provider tools. Keys can be tool:model-prefix*, or more specific, such as image_generation/high/1024x1024.',
      },
      template: { web_search: 10 },
    },
    /** Prices that depend on the number of input tokens. */
    ModelTiers: {
      kind: 'json',
      shape: 'tiers',
      default: {},
      rows: [6, 12],
      label: { zh: '阶梯价格', en: 'Context tiers' },
      hint: {
        zh: '从多少输入 Token 起，整个请求按这一级的倍率计费',
        en: 'Ratios for the whole request from a number of input tokens on.',
      },
      template: { 'my-model': [{ min_input_tokens: 200001, model_ratio: 2.5, completion_ratio: 3 }] },
    },
    ServiceTierRatio: {
      kind: 'json',
      shape: 'serviceTiers',
      rows: [6, 12],
      label: { zh: '服务等级倍率', en: 'Service tiers' },
      hint: {
        zh: '上游的服务等级（如 flex、priority）相对普通服务的倍率；键为模型名称或“前缀*”',
        en: 'Price of provider service tiers (flex, priority) relative to standard service, by model name or prefix*.',
      },
      template: { 'gpt-5*': { flex: 0.5, priority: 2 } },
    },
  },
});
