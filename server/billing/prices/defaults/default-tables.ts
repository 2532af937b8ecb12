import { defaultModelRatio } from './default-model-ratios.js';
import { imagePrices } from './image-prices.js';
import { videoPrices, videoRatios } from './video-prices.js';

/** USD per call. Token ratios do not apply to these models. */
const modelPrice: Readonly<Record<string, number>> = {
  suno_music: 0.1,
  suno_lyrics: 0.01,
  ...imagePrices,
  ...videoPrices,
  'gpt-4-gizmo-*': 0.1,
  mj_imagine: 0.1,
  mj_variation: 0.1,
  mj_reroll: 0.1,
  mj_blend: 0.1,
  mj_modal: 0.1,
  mj_zoom: 0.1,
  mj_shorten: 0.1,
  mj_high_variation: 0.1,
  mj_low_variation: 0.1,
  mj_pan: 0.1,
  mj_inpaint: 0,
  mj_custom_zoom: 0,
  mj_describe: 0.05,
  mj_upscale: 0.05,
  swap_face: 0.05,
  mj_upload: 0.05,
  // The prices that New API (https://github.com/QuantumNous/new-api, setting/ratio_setting) has for them: a video job makes up
  // to four videos, and takes about eight times as long as an image job.
  mj_video: 0.8,
  mj_edits: 0.1,
};

/** Only models for which completion-rules.ts has no locked ratio. */
const completionRatio: Readonly<Record<string, number>> = {
  'gpt-4-gizmo-*': 2,
  'gpt-4o-gizmo-*': 3,
  'gpt-4-all': 2,
};

/** Price of input read from a cache, relative to other input. */
const cacheRatio: Readonly<Record<string, number>> = {
  'gpt-4': 0.5,
  o1: 0.5,
  'o1-2024-12-17': 0.5,
  'o1-preview-2024-09-12': 0.5,
  'o1-preview': 0.5,
  'o1-mini-2024-09-12': 0.5,
  'o1-mini': 0.5,
  'o3-mini': 0.5,
  'o3-mini-2025-01-31': 0.5,
  'gpt-4o-2024-11-20': 0.5,
  'gpt-4o-2024-08-06': 0.5,
  'gpt-4o': 0.5,
  'gpt-4o-mini-2024-07-18': 0.5,
  'gpt-4o-mini': 0.5,
  'gpt-4o-realtime-preview': 0.5,
  'gpt-4o-mini-realtime-preview': 0.5,
  'gpt-4.5-preview': 0.5,
  'gpt-4.5-preview-2025-02-27': 0.5,
  'deepseek-chat': 0.25,
  'deepseek-reasoner': 0.25,
  'deepseek-coder': 0.25,
  'claude-3-sonnet-20240229': 0.1,
  'claude-3-opus-20240229': 0.1,
  'claude-3-haiku-20240307': 0.1,
  'claude-3-5-haiku-20241022': 0.1,
  'claude-3-5-sonnet-20240620': 0.1,
  'claude-3-5-sonnet-20241022': 0.1,
  'claude-3-7-sonnet-20250219': 0.1,
  'claude-3-7-sonnet-20250219-thinking': 0.1,
};

/** Price of input written to a cache for five minutes, relative to other input. */
const cacheCreationRatio: Readonly<Record<string, number>> = {
  'claude-3-sonnet-20240229': 1.25,
  'claude-3-opus-20240229': 1.25,
  'claude-3-haiku-20240307': 1.25,
  'claude-3-5-haiku-20241022': 1.25,
  'claude-3-5-sonnet-20240620': 1.25,
  'claude-3-5-sonnet-20241022': 1.25,
  'claude-3-7-sonnet-20250219': 1.25,
  'claude-3-7-sonnet-20250219-thinking': 1.25,
};

/** The price tables of a new installation. */
export const defaultTables = {
  modelRatio: { ...defaultModelRatio, ...videoRatios },
  modelPrice,
  completionRatio,
  cacheRatio,
  cacheCreationRatio,
};
