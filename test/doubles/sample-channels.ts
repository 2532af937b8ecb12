import type { ProviderDefinition, ProviderForm } from '../../server/dialects/kit/define-provider.js';
import { BEDROCK_KEY } from './bedrock-dialect.js';

/** Keys of types whose double checks them. */
const KEYS: Readonly<Record<number, string>> = {
  16: 'id.secret',
  33: BEDROCK_KEY,
  50: 'access|secret',
  51: 'access|secret',
};
/** Values of `other` that the form of the type requires. */
const OTHER: Readonly<Record<number, string>> = { 41: 'us-central1' };

/** Models of types whose model names decide what is called. */
const MODELS: Readonly<Record<number, string>> = {
  2: 'mj_imagine',
  5: 'mj_imagine',
  36: 'suno_music',
  41: 'gemini-compatible',
  44: 'm3e-base',
  50: 'kling-image-o1',
  1121: 'aura-2',
  1124: 'deepl-de',
};
/** Types with a simulated provider that knows only the provider's models. */
const STRICT: ReadonlySet<number> = new Set([51, 52, 56, 1101, 1102, 1103, 1104]);

/** A key in the form of the type, with all parts; undefined: the JSON document of a service account. */
export function sampleKey(type: number, form: ProviderForm | undefined): string | undefined {
  if (KEYS[type] !== undefined) return KEYS[type];
  if (form?.keyIsDocument) return undefined;
  return form?.keyForms?.[0]?.parts.map((_, index) => `part${index}`).join('|') ?? 'sk-upstream';
}

/** The value of `other` for channels of the type; '' if the form does not require one. */
export function sampleOther(type: number): string {
  return OTHER[type] ?? '';
}

/** A model that the simulated provider of the type knows; most know any. */
export function sampleModel({ type, models }: Pick<ProviderDefinition, 'type' | 'models'>): string {
  return MODELS[type] ?? (STRICT.has(type) ? models[0]! : `model-${type}`);
}
