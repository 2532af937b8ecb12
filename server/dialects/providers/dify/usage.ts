import { noUsage, withUnread, type Unread, type Usage } from '../../canonical/usage.js';
import { count, isRecord } from '../../json/lenient.js';
import { difyFacts } from './facts.js';

/** Tokens of model calls. `total` may be known where the other two are not. */
export interface ModelTokens {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  readonly unread?: Unread | undefined;
}

/** Prices in the same object are text and are not read. Undefined if no tokens are reported. */
export function readTokens(value: unknown): ModelTokens | undefined {
  if (!isRecord(value)) return undefined;
  const prompt = count(value.prompt_tokens) ?? 0;
  const completion = count(value.completion_tokens) ?? 0;
  const total = Math.max(count(value.total_tokens) ?? 0, prompt + completion);
  return total > 0 ? { prompt, completion, total, unread: difyFacts.usage.unread(value) } : undefined;
}

export function sum(one: ModelTokens | undefined, other: ModelTokens | undefined): ModelTokens | undefined {
  if (!one || !other) return one ?? other;
  return {
    prompt: one.prompt + other.prompt,
    completion: one.completion + other.completion,
    total: one.total + other.total,
    ...((one.unread || other.unread) && { unread: { ...one.unread, ...other.unread } }),
  };
}

/**
 * Tokens without a known class are input, except for the estimate of the visible output if no class is known.
 * @param visible estimated tokens of the text that was sent
 */
export function usageOf(tokens: ModelTokens, visible: number): Usage {
  return withUnread(classesOf(tokens, visible), tokens.unread);
}

function classesOf({ prompt, completion, total }: ModelTokens, visible: number): Usage {
  if (prompt + completion > 0) return { ...noUsage(), input: total - completion, output: completion };
  const output = Math.min(visible, total);
  return { ...noUsage(), input: total - output, output };
}
