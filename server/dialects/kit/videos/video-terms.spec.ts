import { videoPrices, videoRatios } from '../../../billing/prices/defaults/video-prices.js';
import type { VideoTerms } from '../../../contract/task-terms.js';
import { providerForModel } from '../../providers/registry.js';

/** Channel types whose models make videos, and names of some that do not. */
const TYPES: readonly (readonly [type: number, names: RegExp, others: readonly string[]])[] = [
  [50, /^kling/, ['kling-v2', 'kling-image-o1']],
  [52, /^vidu/, []],
  [51, /^jimeng/, ['jimeng_t2i_v40']],
  [35, /^(?:MiniMax-Hailuo|[TIS]2V)/, ['MiniMax-M2', 'image-01']],
  [17, /^wan/, ['wan2.5-t2i-preview', 'qwen-max']],
  [24, /^veo/, ['gemini-2.5-flash']],
  [56, /\//, ['minimax/speech-02-hd', 'black-forest-labs/flux-schnell']],
  [54, /seedance/, []],
  [48, /^grok-imagine-video/, ['grok-4', 'grok-imagine-image']],
  [1, /^sora-/, ['gpt-4o']],
];
const names = [...Object.keys(videoPrices), ...Object.keys(videoRatios)].map((name) =>
  name.replace(/\/video$/, ''),
);

function termsOf(type: number, model: string): VideoTerms {
  return providerForModel(type, model)!.tasks!.video!.terms!(model);
}

describe.each(TYPES)('type %d', (type, own, others) => {
  const models =
    type === 56
      ? names.filter((name) => own.test(name))
      : names.filter((name) => own.test(name) && !name.includes('/'));

  test('the default of every option costs the price, and the default duration is accepted', () => {
    for (const model of models) {
      const { factors, seconds, defaultSeconds, isAssumed } = termsOf(type, model);
      expect([model, isAssumed]).toEqual([model, undefined]);
      for (const { values } of factors) expect(Object.values(values)[0] ?? 1).toBe(1);
      expect('from' in seconds ? seconds.from <= defaultSeconds : seconds.includes(defaultSeconds)).toBe(
        true,
      );
    }
  });

  test('other models are not taken for ones that make videos', () => {
    for (const model of others)
      expect([model, termsOfAny(type, model)?.isAssumed ?? true]).toEqual([model, true]);
  });
});

function termsOfAny(type: number, model: string): VideoTerms | undefined {
  return providerForModel(type, model)?.tasks?.video?.terms?.(model);
}
