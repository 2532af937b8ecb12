/**
 * USD per second of video at the model's usual resolution and quality; other ones multiply it. Names that end in `/video` are
 * of models that also make images at another price.
 */
export const videoPrices: Readonly<Record<string, number>> = {
  // https://platform.openai.com/docs/pricing
  'sora-2': 0.1,
  'sora-2-pro': 0.3,
  // https://klingai.com/global/dev/pricing, mode `std`
  'kling-v3/video': 0.084,
  'kling-v3-omni/video': 0.084,
  'kling-video-o1': 0.084,
  'kling-v2-6': 0.042,
  'kling-v2-5-turbo': 0.042,
  'kling-v2-1-master': 0.28,
  'kling-v2-1/video': 0.056,
  'kling-v2-master': 0.28,
  'kling-v1-6': 0.056,
  'kling-v1-5/video': 0.056,
  'kling-v1': 0.028,
  // https://platform.vidu.com/docs/pricing
  'viduq2/video': 0.05,
  'viduq2-pro': 0.05,
  'viduq2-turbo': 0.04,
  'viduq1/video': 0.08,
  'vidu2.0': 0.05,
  'vidu1.5': 0.05,
  // https://www.volcengine.com/docs/85621/1544714, converted from CNY
  jimeng_t2v_v30: 0.039,
  jimeng_t2v_v30_1080: 0.088,
  jimeng_i2v_first_v30: 0.039,
  jimeng_i2v_first_tail_v30: 0.039,
  jimeng_ti2v_v30_pro: 0.137,
  // https://docs.x.ai/developers/models#imagine-pricing, at 480p
  'grok-imagine-video': 0.05,
  'grok-imagine-video-1.5': 0.08,
  'grok-imagine-video-1.5-lite': 0.02,
  // https://platform.minimax.io/docs/pricing
  'MiniMax-Hailuo-2.3': 0.046667,
  'MiniMax-Hailuo-2.3-Fast': 0.031667,
  'MiniMax-Hailuo-02': 0.046667,
  'T2V-01': 0.071667,
  'T2V-01-Director': 0.071667,
  'I2V-01': 0.071667,
  'I2V-01-Director': 0.071667,
  'I2V-01-live': 0.071667,
  'S2V-01': 0.108333,
  // https://www.alibabacloud.com/help/en/model-studio/model-pricing
  'wan2.6-t2v': 0.1,
  'wan2.6-i2v': 0.1,
  'wan2.5-t2v-preview': 0.1,
  'wan2.5-i2v-preview': 0.1,
  'wan2.2-t2v-plus': 0.02,
  'wan2.2-i2v-plus': 0.02,
  'wan2.2-i2v-flash': 0.036,
  'wan2.2-kf2v-flash': 0.036,
  'wanx2.1-t2v-turbo': 0.036,
  'wanx2.1-t2v-plus': 0.1,
  'wanx2.1-i2v-turbo': 0.036,
  'wanx2.1-i2v-plus': 0.1,
  // https://ai.google.dev/gemini-api/docs/pricing
  'veo-3.1-generate-preview': 0.4,
  'veo-3.1-generate-001': 0.4,
  'veo-3.1-fast-generate-preview': 0.15,
  'veo-3.1-fast-generate-001': 0.15,
  'veo-3.1-lite-generate-preview': 0.05,
  'veo-3.0-generate-001': 0.4,
  'veo-3.0-fast-generate-001': 0.15,
  'veo-2.0-generate-001': 0.35,
  // Replicate
  'openai/sora-2': 0.1,
  'openai/sora-2-pro': 0.3,
  'google/veo-3.1': 0.4,
  'google/veo-3.1-fast': 0.15,
  'google/veo-3': 0.4,
  'google/veo-3-fast': 0.15,
  'kwaivgi/kling-v2.5-turbo-pro': 0.07,
  'minimax/hailuo-2.3': 0.046667,
  'minimax/hailuo-02': 0.046667,
  'bytedance/seedance-1-pro': 0.06,
  'wan-video/wan-2.5-t2v': 0.1,
};

/**
 * Model ratios of videos that are charged by tokens (1 = 2 USD per million tokens), with sound where a model makes it:
 * https://www.volcengine.com/docs/82379/1544106, converted from CNY at 7.3.
 */
export const videoRatios: Readonly<Record<string, number>> = {
  'doubao-seedance-1-5-pro-251215': 1.0959,
  'doubao-seedance-1-0-pro-250528': 1.0274,
  'doubao-seedance-1-0-pro-fast-251015': 0.2877,
  'doubao-seedance-1-0-lite-t2v-250428': 0.6849,
  'doubao-seedance-1-0-lite-i2v-250428': 0.6849,
};
