import { table } from '../../../core/table.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { ModelRules } from './model-rules.js';

/** Budgets that words of effort stand for (spec/providers/google.md, generationConfig). */
const budgets = table<number>({ minimal: 512, low: 1024, medium: 8192, high: 24_576 });

/**
 * What the client asks for, else what the model's suffix does.
 * @param share part of the output limit that the suffix `-thinking` asks for (spec/relay-and-billing.md E5)
 */
export function reasoningOf(
  { reasoning, maxTokens }: CanonicalChat,
  { asked }: ModelRules,
  share: number,
): CanonicalChat['reasoning'] {
  if (reasoning) return reasoning;
  if (asked?.type !== 'share') return asked;
  if (maxTokens === undefined) return { type: 'adaptive' };
  return { type: 'budget', tokens: Math.floor(maxTokens * share) };
}

/** thinkingConfig; undefined when the request says nothing of it, or the model takes none. */
export function thinkingConfig(reasoning: CanonicalChat['reasoning'], rules: ModelRules): object | undefined {
  if (!reasoning || rules.thinks === 'not') return undefined;
  if (reasoning.type === 'off' || (reasoning.type === 'effort' && reasoning.effort === 'none')) {
    return rules.thinks === 'budget' ? { thinkingBudget: off(rules) } : { thinkingLevel: rules.levels[0] };
  }
  return { ...amount(reasoning, rules), includeThoughts: true };
}

/** As little as the model can do with. */
function off({ budget: [least] }: ModelRules): number {
  // Where a budget has a lower end above 0 it may still be 0, except for models that always think.
  return least === 128 ? least : 0;
}

function amount(reasoning: NonNullable<CanonicalChat['reasoning']>, rules: ModelRules): object {
  if (reasoning.type === 'budget') {
    const [least, most] = rules.budget;
    // Levels take the place of budgets from Gemini 3 on.
    return rules.thinks === 'budget'
      ? { thinkingBudget: Math.min(Math.max(reasoning.tokens, least), most) }
      : { thinkingLevel: level(effortOfBudget(reasoning.tokens), rules.levels) };
  }
  const effort = reasoning.type === 'off' ? undefined : reasoning.effort?.toLowerCase();
  if (effort === undefined) return rules.thinks === 'budget' ? { thinkingBudget: -1 } : {};
  if (rules.thinks === 'budget') {
    const [least, most] = rules.budget;
    return { thinkingBudget: Math.min(Math.max(budgets[effort] ?? most, least), most) };
  }
  return { thinkingLevel: level(effort, rules.levels) };
}

/** The word that stands for about as many tokens. */
function effortOfBudget(tokens: number): string {
  if (tokens <= 512) return 'minimal';
  if (tokens <= 1024) return 'low';
  return tokens <= 8192 ? 'medium' : 'high';
}

/** The level of that name, else the next stronger one there is. */
function level(effort: string, levels: readonly string[]): string {
  const all = ['minimal', 'low', 'medium', 'high'];
  const wanted = all.includes(effort) ? all.indexOf(effort) : all.length - 1;
  return levels.find((name) => all.indexOf(name) >= wanted) ?? 'high';
}
