import { ApiError } from '../../../contract/errors/api-error.js';
import { PIXEL_URL } from '../../../../test/dialects/image-calls.js';
import { video } from '../../../../test/dialects/video-calls.js';
import { PRICE_MEMBERS } from './price-members.js';

/*
 * The values priced are the values the provider receives: whatever a client's metadata can change about the price of a video
 * is in the units that are charged, or refused.
 */

/** Types of channels, and models of each provider with a different set of options. */
const PROVIDERS: readonly (readonly [type: number, model: string, fields?: object])[] = [
  [50, 'kling-v1'],
  [50, 'kling-v2-6'],
  [50, 'kling-v2-master'],
  [50, 'kling-v3-omni'],
  [50, 'kling-of-tomorrow'],
  [52, 'viduq1'],
  [52, 'viduq2'],
  [52, 'vidu2.0'],
  [52, 'vidu-of-tomorrow'],
  [51, 'jimeng_t2v_v30'],
  [51, 'jimeng_ti2v_v30_pro'],
  [35, 'MiniMax-Hailuo-02'],
  [35, 'MiniMax-Hailuo-2.3-Fast', { image: PIXEL_URL }],
  [35, 'T2V-01'],
  [17, 'wan2.5-t2v-preview'],
  [17, 'wan2.5-i2v-preview', { image: PIXEL_URL }],
  [17, 'wan2.6-i2v-flash', { image: PIXEL_URL }],
  [17, 'wanx2.1-t2v-plus'],
  [24, 'veo-2.0-generate-001'],
  [24, 'veo-3.1-generate-preview'],
  [41, 'veo-3.0-generate-001'],
  [54, 'doubao-seedance-1-0-pro-250528'],
  [54, 'doubao-seedance-1-5-pro-251215'],
  [56, 'google/veo-3.1'],
  [56, 'google/veo-3-fast'],
  [56, 'kwaivgi/kling-v2.5-turbo-pro'],
  [56, 'kwaivgi/kling-v2.1', { image: PIXEL_URL }],
  [56, 'kwaivgi/kling-v2.6'],
  [56, 'kwaivgi/kling-v3-video'],
  [56, 'minimax/hailuo-02'],
  [56, 'bytedance/seedance-1-pro'],
  [56, 'wan-video/wan-2.5-t2v'],
  [56, 'openai/sora-2-pro'],
  [56, 'somebody/video-model'],
  [48, 'grok-imagine-video'],
  [48, 'grok-imagine-video-1.5'],
  [1, 'sora-2'],
  [1, 'sora-2-pro'],
  [1, 'video-of-another-gateway'],
  [55, 'sora-2'],
];

/** Values that cost more than what a provider does without them, in the forms that providers know. */
const DEAR: Readonly<Record<string, readonly unknown[]>> = {
  duration: [10, '10', 6, 300, { toString: false }],
  seconds: [12, '12', 300],
  durationSeconds: [4, 6, 60],
  frames: [241, 9999],
  size: ['1920*1080', '1792x1024', '3840x2160', '4k'],
  resolution: ['1080p', '4k', '480p', ['1080p']],
  mode: ['pro', '4k', 'wan-pro'],
  quality: ['high'],
  service_tier: ['flex', 'priority'],
  sound: ['on', true],
  n: [2, '2'],
  sampleCount: [4, '4', 400],
  numberOfVideos: [4, '4'],
  generate_audio: [true, 'true'],
  generateAudio: [true],
  audio: [true],
};
/** Values of members that are not listed above. */
const OTHERS = [2, 'high', ['https://a.example/1.mp4'], true];
/** Asks for what the model does anyway, at a price that assumes it. */
const USUAL: readonly (readonly [models: RegExp, member: string, values: readonly unknown[]])[] = [
  [/^(?:google|kwaivgi\/kling-v2\.6)|seedance-1-[05]/, 'generate_audio', [true, 'true']],
  [/^veo/, 'generateAudio', [true]],
  [/^wan|^vidu-of/, 'audio', [true]],
  [/seedance/, 'service_tier', ['priority']],
  [/seedance-1-0-pro/, 'resolution', ['1080p']],
  [/^kling-v2-master|^kwaivgi\/kling-v3/, 'mode', ['pro']],
];

const BASE = { prompt: 'a gate opens' };

/** The units of a request as text; undefined if it is refused as not supported. */
function unitsOf(type: number, model: string, fields: object): string | undefined {
  try {
    return JSON.stringify(video(type, { ...BASE, model, ...fields }).submission.units);
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === 'unsupported_parameter') return undefined;
    throw problem;
  }
}

/** The value that the provider receives for a member of the body, or of an object in it. */
function received(type: number, model: string, fields: object, member: string): unknown {
  const body = video(type, { ...BASE, model, ...fields }).body as Record<string, Record<string, unknown>>;
  return body.input?.[member] ?? body.parameters?.[member] ?? body[member];
}

const cases = PROVIDERS.flatMap(([type, model, fields = {}]) =>
  PRICE_MEMBERS.map((member) => [type, model, member, fields] as const),
);

test.each(cases)('type %d, %s: %s in the metadata is priced or refused', (type, model, member, fields) => {
  const usual = unitsOf(type, model, fields);
  expect(usual).toBeDefined();
  for (const value of DEAR[member] ?? OTHERS) {
    const isUsual = USUAL.some(
      ([models, name, values]) => models.test(model) && name === member && values.includes(value),
    );
    if (isUsual) continue;
    const places = [{ metadata: { [member]: value } }, { metadata: JSON.stringify({ [member]: value }) }];
    const nested = ['parameters', 'input', 'metadata'].map((name) => ({
      metadata: { [name]: { [member]: value } },
    }));
    for (const place of [...places, ...nested]) {
      const request = { ...fields, ...place };
      const units = unitsOf(type, model, request);
      if (units === undefined || units !== usual) continue;
      // Not priced: so the provider does not receive it, or receives what it does anyway.
      expect([place, received(type, model, request, member)]).toEqual([
        place,
        received(type, model, fields, member),
      ]);
    }
  }
});

test.each<[number, string, object, object]>([
  [17, 'wan2.6-i2v-flash', { image: PIXEL_URL, metadata: { audio: false } }, { seconds: 5, audio: 0.5 }],
  [56, 'google/veo-3.1', { metadata: { generate_audio: false } }, { seconds: 8, audio: 0.5 }],
  [56, 'kwaivgi/kling-v2.1', { mode: 'pro' }, { seconds: 5, mode: 1.8 }],
  [56, 'kwaivgi/kling-v3-video', { metadata: { generate_audio: true } }, { seconds: 5, audio: 1.5 }],
  [56, 'kwaivgi/kling-v3-video', { metadata: { mode: 'standard' } }, { seconds: 5, mode: 0.75 }],
])('type %d, %s with %j: %j', (type, model, fields, ratios) => {
  expect(video(type, { model, ...fields }).ratios).toEqual(ratios);
});

test.each<[number, string, object, string]>([
  [17, 'wan2.5-t2v-preview', { metadata: { resolution: '480P' } }, 'size: must be of the same resolution'],
  [
    17,
    'wan2.5-i2v-preview',
    { image: PIXEL_URL, metadata: { size: '832*480' } },
    'size: must be of the same',
  ],
  [
    17,
    'wan2.6-r2v',
    { metadata: { input: { reference_urls: ['https://a.example/1.mp4'] } } },
    'reference_urls',
  ],
  [
    17,
    'wan2.7-r2v',
    { metadata: { input: { media: [{ type: 'video', url: 'https://a.example/1.mp4' }] } } },
    'media',
  ],
  [52, 'viduq3-pro', { metadata: { off_peak: true } }, 'off_peak'],
  [
    24,
    'veo-3.1-generate-preview',
    { metadata: { instances: [{ prompt: 'x', video: { uri: 'u' } }], durationSeconds: 4 } },
    'video',
  ],
  [1, 'another', { metadata: { metadata: { duration: 60 } } }, 'metadata'],
  [56, 'kwaivgi/kling-v3-video', { mode: '4k' }, 'mode'],
])('type %d, %s with %j is refused: %s', (type, model, fields, message) => {
  expect(() => video(type, { model, ...fields }).call).toThrow(message);
});

test('what the channel sets is not refused', () => {
  const override = { off_peak: true, duration: 4 };
  const made = video(52, { model: 'viduq2' }, { override });
  expect([made.body, made.ratios]).toMatchObject([override, { seconds: 4 }]);
});
