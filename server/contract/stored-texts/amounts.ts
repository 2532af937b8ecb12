import type { TextTemplates } from './stored-text.js';

/**
 * Amounts of quota, and what the log says of the price of a request. Ratios and prices have two decimals. Templates that begin
 * with `{text}` extend another text.
 */
export const amountTexts = {
  amount_in_currency: { zh: '＄{amount} 额度', en: '${amount}' },
  amount_in_units: { zh: '{amount} 点额度', en: '{amount} units' },
  price_per_token: {
    zh: '模型倍率 {model}，补全倍率 {completion}，分组倍率 {group}',
    en: 'Model ratio {model}, completion ratio {completion}, group ratio {group}',
  },
  price_per_token_with_audio: {
    zh: '模型倍率 {model}，补全倍率 {completion}，音频倍率 {audio}，音频补全倍率 {audioCompletion}，分组倍率 {group}',
    en: 'Model ratio {model}, completion ratio {completion}, audio ratio {audio}, audio completion ratio {audioCompletion}, group ratio {group}',
  },
  price_per_call: {
    zh: '模型价格 {price}，分组倍率 {group}',
    en: 'Model price {price}, group ratio {group}',
  },
  price_of_model: { zh: '{text}，模型 {model}', en: '{text}, model {model}' },
  price_of_image: {
    zh: '{text}, 大小 {size}, 品质 {quality}',
    en: '{text}, size {size}, quality {quality}',
  },
  price_nothing_used: { zh: '{text}（可能是上游超时）', en: '{text} (the upstream may have timed out)' },
  price_usage_missing: { zh: '{text}, （可能是请求出错）', en: '{text} (the request may have failed)' },
  nothing_used: { zh: '（可能是上游出错）', en: 'The upstream may have failed' },
} as const satisfies Readonly<Record<string, TextTemplates>>;
