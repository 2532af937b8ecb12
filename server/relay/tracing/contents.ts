import type { CanonicalChat, TurnPart } from '../../dialects/canonical/chat.js';
import type { OutputText } from '../pipeline/answer/output-text.js';

/** UTF-16 code units of each attribute with contents; longer texts are cut. */
export const MAX_CONTENT = 32 * 1024;

/** A part of a message as the conventions write it: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-input-messages.json */
type Part = Readonly<Record<string, unknown>>;

/** Contents of a conversation as values of attributes. */
export interface TracedInput {
  /** JSON. */
  readonly messages: string;
  /** JSON; undefined where the client sent none. */
  readonly instructions: string | undefined;
}

/** What the client sent. Images, audio and files are named by their type only. */
export function tracedInput({ system, turns }: CanonicalChat): TracedInput {
  const budget = new Budget();
  const instructions = system.map(({ text }): Part => ({ type: 'text', content: budget.take(text) }));
  // The last turns say most about a request, so that the first ones are left out where not all have room.
  const messages: { role: string; parts: Part[] }[] = [];
  for (const { role, parts } of turns.toReversed()) {
    if (budget.isEmpty) break;
    messages.unshift({ role, parts: parts.map((part) => inputPart(part, budget)) });
  }
  return {
    messages: JSON.stringify(messages),
    instructions: instructions.length > 0 ? JSON.stringify(instructions) : undefined,
  };
}

function inputPart(part: TurnPart, budget: Budget): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', content: budget.take(part.text) };
    case 'reasoning':
      return { type: 'reasoning', content: budget.take(part.text) };
    case 'tool-call':
      return { type: 'tool_call', id: part.id, name: part.name, arguments: budget.take(part.arguments) };
    case 'tool-result': {
      const texts = part.parts.flatMap((one) => (one.type === 'text' ? [one.text] : []));
      return { type: 'tool_call_response', id: part.id, response: budget.take(texts.join('\n')) };
    }
    default:
      return { type: part.type };
  }
}

/** What the model wrote, as JSON. @param isComplete whether the response has its end */
export function tracedOutput({ text, reasoning, calls }: OutputText, isComplete: boolean): string {
  const parts: Part[] = [];
  if (reasoning !== '') parts.push({ type: 'reasoning', content: reasoning });
  if (text !== '') parts.push({ type: 'text', content: text });
  for (const { id, name, arguments: given } of calls)
    parts.push({ type: 'tool_call', id, name, arguments: given });
  const reason = isComplete ? (calls.length > 0 ? 'tool_call' : 'stop') : 'error';
  return JSON.stringify([{ role: 'assistant', parts, finish_reason: reason }]);
}

/** Cuts texts so that all together are within the limit. */
class Budget {
  private left = MAX_CONTENT;

  get isEmpty(): boolean {
    return this.left <= 0;
  }

  take(text: string): string {
    const taken = text.slice(0, Math.max(0, this.left));
    this.left -= taken.length;
    return taken;
  }
}
