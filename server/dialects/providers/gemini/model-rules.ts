import type { CanonicalChat } from '../../canonical/chat.js';

/** What a Gemini model's name and generation say about the fields it takes. */
export interface ModelRules {
  /** The name without a suffix that asks for thinking. */
  model: string;
  /** What such a suffix asks for; `share` is a part of the output limit. */
  asked: CanonicalChat['reasoning'] | { type: 'share' };
  /** How thinking is asked for: not at all, by a budget of tokens, by a level. */
  thinks: 'not' | 'budget' | 'level';
  /** Fewest and most tokens of thinking; fewest 0 where it can be turned off. */
  budget: readonly [least: number, most: number];
  /** The levels it knows, weakest first. */
  levels: readonly string[];
  /** Has to be told that pictures are wanted. */
  draws: boolean;
  /** Wants back the proof of the thoughts behind a call. */
  signs: boolean;
}

const budgetSuffix = /-(?:(nothinking)|thinking(?:-(\d+))?)$/;
const levelSuffix = /-(?:(nothinking)|(thinking)|(minimal|low|medium|high))$/;
const allLevels = ['minimal', 'low', 'medium', 'high'];

/**
 * https://ai.google.dev/gemini-api/docs/thinking; names without a version are no Gemini's and are given no thinking.
 * @param suffixes do they ask for thinking, or are they part of the name?
 */
export function rulesOf(model: string, suffixes: boolean): ModelRules {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  const isPro = model.includes('-pro');
  // Models that make pictures or speech do not take thinking fields.
  const thinks =
    version < 2.5 || /-(?:image|tts|audio)/.test(model) ? 'not' : version < 3 ? 'budget' : 'level';
  return {
    ...(suffixes ? suffixOf(model, thinks) : { model, asked: undefined }),
    thinks,
    budget: isPro ? [128, 32_768] : [model.includes('-lite') ? 512 : 0, 24_576],
    levels: version === 3 && isPro ? ['low', 'high'] : isPro ? allLevels.slice(1) : allLevels,
    draws: model.includes('-image'),
    signs: version >= 3,
  };
}

/** spec/relay-and-billing.md E5: `-thinking`, `-thinking-N`, `-nothinking`; levels by name from Gemini 3 on. */
function suffixOf(model: string, thinks: ModelRules['thinks']): Pick<ModelRules, 'model' | 'asked'> {
  if (thinks === 'not') return { model, asked: undefined };
  const found = (thinks === 'budget' ? budgetSuffix : levelSuffix).exec(model);
  if (!found) return { model, asked: undefined };
  const [suffix, off, second, level] = found;
  const plain = model.slice(0, -suffix.length);
  if (off !== undefined) return { model: plain, asked: { type: 'off' } };
  if (level !== undefined) return { model: plain, asked: { type: 'effort', effort: level } };
  if (thinks === 'level') return { model: plain, asked: { type: 'adaptive' } };
  if (second !== undefined) return { model: plain, asked: { type: 'budget', tokens: Number(second) } };
  return { model: plain, asked: { type: 'share' } };
}
