import type { Citation } from './citations.js';
import type { CanonicalResponse, CanonicalEvent } from './events.js';
import { foldEvents, unfoldAnswer } from './fold.js';

/**
 * Shows reasoning as text between `<think>` and `</think>`, for clients without reasoning support (channel setting
 * `thinking_to_content`). Returns a stateful function: create one per stream. Signatures and encrypted reasoning have no
 * text and are left out.
 */
export function thinkingAsText(): (event: CanonicalEvent) => CanonicalEvent[] {
  let open = false;
  const inserted = new Insertions();
  const shownText = (text: string): CanonicalEvent => {
    inserted.add(text.length);
    return { type: 'text-delta', text };
  };
  return (event) => {
    switch (event.type) {
      case 'citation':
        return [{ type: 'citation', citation: inserted.moved(event.citation) }];
      case 'reasoning-delta': {
        if (event.text === '') return [];
        const text = open ? event.text : `<think>\n${event.text}`;
        open = true;
        return [shownText(text)];
      }
      case 'reasoning-signature':
      case 'reasoning-redacted':
        return [];
      case 'start':
      case 'working':
      case 'usage':
      case 'error':
        return [event];
      default: {
        const closed = open ? [shownText('\n</think>\n')] : [];
        open = false;
        if (event.type === 'text-delta') inserted.passed(event.text.length);
        return [...closed, event];
      }
    }
  };
}

/** Text that was inserted into that of an answer, by which the ranges of its citations move. */
class Insertions {
  /** Length of the answer's own text so far, in UTF-16 code units, as is all that follows. */
  private own = 0;
  /** Where something was inserted, in the answer's own text, and the length of all insertions up to there. */
  private readonly places: { at: number; length: number }[] = [];

  passed(length: number): void {
    this.own += length;
  }

  add(length: number): void {
    const last = this.places.at(-1);
    if (last?.at === this.own) last.length += length;
    else this.places.push({ at: this.own, length: (last?.length ?? 0) + length });
  }

  moved(citation: Citation): Citation {
    const { range } = citation;
    if (!range) return citation;
    return {
      ...citation,
      range: {
        start: range.start + this.before(range.start + 1),
        // A range ends before text that is inserted behind it.
        end: range.end + this.before(Math.max(range.end, range.start + 1)),
      },
    };
  }

  /** Length of what was inserted before this place. */
  private before(at: number): number {
    return this.places.findLast((place) => place.at < at)?.length ?? 0;
  }
}

/** The same for a whole response. */
export function answerWithThinkingAsText(answer: CanonicalResponse): CanonicalResponse {
  const shown = thinkingAsText();
  return foldEvents(unfoldAnswer(answer).flatMap(shown));
}
