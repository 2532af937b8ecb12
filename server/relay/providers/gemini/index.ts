import type { Provider } from '../provider.js';
import { readError } from './errors.js';
import { models } from './models.js';
import { countTokens, nativeGenerate } from './native.js';

/** Google's Gemini API. */
export const gemini: Provider = {
  name: 'gemini',
  native: { gemini: nativeGenerate },
  countTokens,
  models,
  readError,
};
