import type { CanonicalChat } from '../../canonical/chat.js';

/** Fields that a Gemini model accepts, derived from its name and version. */
export interface ModelRules {
  /** Name without the suffix that requests thinking. */
  model: string;
  /** Thinking requested by that suffix; `share` is a share of the output limit. */
  requested: CanonicalChat['reasoning'] | { type: 'share' };
  /** How thinking is configured: not at all, by a token budget, or by a level. */
  thinks: 'not' | 'budget' | 'level';
  /** Minimum and maximum thinking budget in tokens. */
  budget: readonly [least: number, most: number];
  /** Supported levels, weakest first. */
  levels: readonly string[];
  /** Returns images only if the request asks for that modality. */
  draws: boolean;
  /** Requires the thought signature of earlier tool calls. */
  signs: boolean;
}

const budgetSuffix = /-(?:(nothinking)|thinking(?:-(\d+))?)$/;
const levelSuffix = /-(?:(nothinking)|(thinking)|(minimal|low|medium|high))$/;
const allLevels = ['minimal', 'low', 'medium', 'high'];

/**
 * https://ai.google.dev/gemini-api/docs/thinking; names without a Gemini version get no thinking configuration.
 * @param suffixes whether suffixes control thinking; otherwise they are part of the name
 */
export function rulesOf(model: string, suffixes: boolean): ModelRules {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  const isPro = model.includes('-pro');
  // https://ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.7
  const refusesMinimal = version >= 3.7 && !model.includes('-lite');
  // Image and speech models reject thinking fields.
  const thinks =
    version < 2.5 || /-(?:image|tts|audio)/.test(model) ? 'not' : version < 3 ? 'budget' : 'level';
  return {
    ...(suffixes ? suffixOf(model, thinks) : { model, requested: undefined }),
    thinks,
    budget: isPro ? [128, 32_768] : [model.includes('-lite') ? 512 : 0, 24_576],
    levels:
      version === 3 && isPro ? ['low', 'high'] : isPro || refusesMinimal ? allLevels.slice(1) : allLevels,
    draws: model.includes('-image'),
    signs: version >= 3,
  };
}

/** Suffixes `-thinking`, `-thinking-N` and `-nothinking`; from Gemini 3 on, names of levels instead of `-N`. */
function suffixOf(model: string, thinks: ModelRules['thinks']): Pick<ModelRules, 'model' | 'requested'> {
  if (thinks === 'not') return { model, requested: undefined };
  const found = (thinks === 'budget' ? budgetSuffix : levelSuffix).exec(model);
  if (!found) return { model, requested: undefined };
  const [suffix, off, second, level] = found;
  const plain = model.slice(0, -suffix.length);
  if (off !== undefined) return { model: plain, requested: { type: 'off' } };
  if (level !== undefined) return { model: plain, requested: { type: 'effort', effort: level } };
  if (thinks === 'level') return { model: plain, requested: { type: 'adaptive' } };
  if (second !== undefined) return { model: plain, requested: { type: 'budget', tokens: Number(second) } };
  return { model: plain, requested: { type: 'share' } };
}
