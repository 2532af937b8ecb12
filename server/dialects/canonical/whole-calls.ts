import type { AnswerPart, CanonicalEvent, CanonicalResponse, FinishReason } from './events.js';

/**
 * Whether tool call arguments are complete JSON. No arguments are complete, too: many models send none for functions without
 * parameters.
 */
function isWholeJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a response that ends for this reason may contain an incomplete call: the client learns that it was cut. */
export function mayBeCut(reason: FinishReason): boolean {
  return reason === 'length' || reason === 'content-filter';
}

/** Whether a response is reported as complete, but has a call whose arguments are not. */
export function hasHalfCall({ parts, finish }: CanonicalResponse): boolean {
  if (mayBeCut(finish.reason)) return false;
  return parts.some((part) => part.type === 'tool-call' && !isWholeJson(part.arguments));
}

/**
 * The parts of a response without the call that its end cut, for protocols in which arguments are an object: an empty one
 * would make it look like a call.
 */
export function withoutCutCall({
  parts,
  finish,
}: Pick<CanonicalResponse, 'parts' | 'finish'>): readonly AnswerPart[] {
  if (!mayBeCut(finish.reason)) return parts;
  return parts.filter(
    (part, index) =>
      part.type !== 'tool-call' ||
      (isWholeJson(part.arguments) && (index < parts.length - 1 || part.arguments.trim() !== '')),
  );
}

/** Collects the arguments of the calls in a stream. Create it with the first call: other responses need none. */
export class CallArguments {
  private readonly byIndex = new Map<number, string>();

  add(event: Extract<CanonicalEvent, { type: 'tool-start' | 'tool-delta' }>): void {
    const before = this.byIndex.get(event.index) ?? '';
    this.byIndex.set(event.index, event.type === 'tool-delta' ? before + event.text : before);
  }

  get areWhole(): boolean {
    return [...this.byIndex.values()].every(isWholeJson);
  }
}
