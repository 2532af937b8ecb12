/** What a Gemini model's generation says about the fields it takes. */
export interface ModelRules {
  /** How thinking is asked for: not at all, by a budget of tokens, by a level. */
  thinks: 'not' | 'budget' | 'level';
  /** Fewest and most tokens of thinking; fewest 0 where it can be turned off. */
  budget: readonly [least: number, most: number];
  /** The levels it knows, weakest first. */
  levels: readonly string[];
  /** Wants back the proof of the thoughts behind a call. */
  signs: boolean;
}

const allLevels = ['minimal', 'low', 'medium', 'high'];

/** https://ai.google.dev/gemini-api/docs/thinking; names without a version are no Gemini's and are given no thinking. */
export function rulesOf(model: string): ModelRules {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  const isPro = model.includes('-pro');
  // Models that make pictures or speech do not take thinking fields.
  const thinks =
    version < 2.5 || /-(?:image|tts|audio)/.test(model) ? 'not' : version < 3 ? 'budget' : 'level';
  return {
    thinks,
    budget: isPro ? [128, 32_768] : [model.includes('-lite') ? 512 : 0, 24_576],
    levels: version === 3 && isPro ? ['low', 'high'] : isPro ? allLevels.slice(1) : allLevels,
    signs: version >= 3,
  };
}
