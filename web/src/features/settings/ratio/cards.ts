import type { CardSpec, JsonField } from '../form/fields';

const ROWS: [number, number] = [6, 12];

/** A JSON table of numbers by model, validated on blur. */
function table(key: string, words: Pick<JsonField, 'label' | 'hint'>, template: unknown): JsonField {
  return { key, kind: 'json', shape: 'ratios', rows: ROWS, template, ...words };
}

export const RATIOS: CardSpec = {
  id: 'ratios',
  title: 'settings.ratio.json.title',
  save: 'settings.ratio.json.save',
  fields: [
    table(
      'ModelPrice',
      { label: 'settings.ratio.json.price', hint: 'settings.ratio.json.priceHint' },
      { 'gpt-4-gizmo-*': 0.1 },
    ),
    table(
      'ModelRatio',
      { label: 'settings.ratio.json.ratio', hint: 'settings.ratio.json.ratioHint' },
      { 'gpt-4o': 1.25 },
    ),
    table(
      'CacheRatio',
      { label: 'settings.ratio.json.cache', hint: 'settings.ratio.json.cacheHint' },
      { 'gpt-4o': 0.5 },
    ),
    table(
      'CompletionRatio',
      { label: 'settings.ratio.json.completion', hint: 'settings.ratio.json.completionHint' },
      { 'my-model': 4 },
    ),
  ],
};

export const MORE_RATIOS: CardSpec = {
  id: 'more-ratios',
  title: 'settings.ratio.more.title',
  lead: 'settings.ratio.more.lead',
  save: 'settings.ratio.more.save',
  notice: 'settings.ratio.more.notice',
  fields: [
    table(
      'CreateCacheRatio',
      { label: 'settings.ratio.more.cacheWrite', hint: 'settings.ratio.more.cacheWriteHint' },
      { 'claude-sonnet-4-5': 1.25 },
    ),
    table(
      'AudioRatio',
      { label: 'settings.ratio.more.audio', hint: 'settings.ratio.more.audioHint' },
      { 'gpt-4o-audio-preview': 16 },
    ),
    table(
      'AudioCompletionRatio',
      { label: 'settings.ratio.more.audioCompletion', hint: 'settings.ratio.more.audioCompletionHint' },
      { 'gpt-4o-audio-preview': 2 },
    ),
    table(
      'AudioCacheRatio',
      { label: 'settings.ratio.more.audioCache', hint: 'settings.ratio.more.audioCacheHint' },
      { 'gpt-realtime': 0.0125 },
    ),
    {
      key: 'AudioTokensPerMinute',
      kind: 'whole',
      min: 1,
      unit: 'settings.unit.tokens',
      label: 'settings.ratio.more.audioMinute',
      hint: 'settings.ratio.more.audioMinuteHint',
    },
    table(
      'ImageRatio',
      { label: 'settings.ratio.more.image', hint: 'settings.ratio.more.imageHint' },
      { 'gpt-image-1': 2 },
    ),
    table(
      'ImageCompletionRatio',
      { label: 'settings.ratio.more.imageCompletion', hint: 'settings.ratio.more.imageCompletionHint' },
      { 'gpt-image-1': 8 },
    ),
    table(
      'ToolPrices',
      { label: 'settings.ratio.more.tools', hint: 'settings.ratio.more.toolsHint' },
      { web_search: 10 },
    ),
    {
      key: 'ModelTiers',
      kind: 'json',
      shape: 'tiers',
      rows: ROWS,
      label: 'settings.ratio.more.tiers',
      hint: 'settings.ratio.more.tiersHint',
      template: { 'my-model': [{ min_input_tokens: 200_001, model_ratio: 2.5, completion_ratio: 3 }] },
    },
    {
      key: 'ServiceTierRatio',
      kind: 'json',
      shape: 'serviceTiers',
      rows: ROWS,
      label: 'settings.ratio.more.serviceTiers',
      hint: 'settings.ratio.more.serviceTiersHint',
      template: { 'gpt-5*': { flex: 0.5, priority: 2 } },
    },
  ],
};
