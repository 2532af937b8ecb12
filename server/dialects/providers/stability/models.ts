import { modelNames } from '../../kit/define-provider.js';

/** How one of the services of https://platform.stability.ai/docs/api-reference#tag/Generate is called. */
export interface StabilityModel {
  readonly path: string;
  /** Sent as `model`; absent: the path names the model. */
  readonly model?: string;
  readonly formats: readonly string[];
  readonly members: readonly string[];
  /** Makes variations of an image. */
  readonly edits?: true;
  /** `mode` tells requests with and without an image apart. */
  readonly hasMode?: true;
}

const GENERATE = '/v2beta/stable-image/generate';
const MEMBERS = ['negative_prompt', 'seed', 'style_preset'];

const MODELS: readonly (readonly [name: RegExp, of: (name: string) => StabilityModel])[] = [
  [
    /^(?:stable-image-)?core$/,
    () => ({ path: `${GENERATE}/core`, formats: ['png', 'jpeg', 'webp'], members: MEMBERS }),
  ],
  [
    /^(?:stable-image-)?ultra$/,
    () => ({
      path: `${GENERATE}/ultra`,
      formats: ['png', 'jpeg', 'webp'],
      members: [...MEMBERS, 'strength'],
      edits: true,
    }),
  ],
  [
    /^(?:sd3|stable-diffusion-3)/,
    (name) => ({
      path: `${GENERATE}/sd3`,
      model: name.replace(/^stable-diffusion-3/, 'sd3'),
      formats: ['png', 'jpeg'],
      members: [...MEMBERS, 'cfg_scale', 'strength'],
      edits: true,
      hasMode: true,
    }),
  ],
];

export const RATIOS = modelNames('1:1 16:9 21:9 2:3 3:2 4:5 5:4 9:16 9:21');

/** Undefined for models that the API does not have. */
export function stabilityModel(name: string): StabilityModel | undefined {
  return MODELS.find(([pattern]) => pattern.test(name))?.[1](name);
}
