import { AnswerText, shifted } from '../../../dialects/canonical/citations.js';
import type { CanonicalEvent } from '../../../dialects/canonical/events.js';

/** Characters of a response kept for another channel to continue from; longer responses are not continued. */
const MAX_CHARACTERS = 64 * 1024;

/** The text a client has received of a stream, as long as it is only text: otherwise no other channel may finish it. */
export class SentText {
  private text = new AnswerText(MAX_CHARACTERS);
  private plain = true;

  add(event: CanonicalEvent): void {
    if (!this.plain || event.type === 'start' || event.type === 'usage') return;
    if (event.type === 'text-delta' && this.text.length + event.text.length <= MAX_CHARACTERS) {
      this.text.add(event.text);
      return;
    }
    this.plain = false;
    this.text = new AnswerText(0);
  }

  /** Undefined when there is nothing to continue from, or other content than text was sent. */
  get whole(): string | undefined {
    return this.text.length === 0 ? undefined : this.text.whole;
  }
}

/**
 * Continues an interrupted response: the new response must repeat the text the client has received exactly, and that text
 * is not sent twice. A model that was given the text as the beginning of its response continues from there directly.
 */
export class Continuation {
  private seen = '';
  agreed: boolean;

  constructor(
    private readonly text: string,
    private readonly prefilled: boolean,
  ) {
    this.agreed = prefilled;
  }

  /** The events to send to the client for an event; undefined when the two responses differ. */
  next(event: CanonicalEvent): CanonicalEvent[] | undefined {
    switch (event.type) {
      case 'start':
      case 'reasoning-delta':
      case 'reasoning-signature':
      case 'reasoning-redacted':
        // The client's stream is already past these.
        return [];
      case 'usage':
      case 'error':
        return [event];
      case 'text-delta':
        return this.agreed ? [event] : this.compared(event.text);
      case 'citation':
        if (!this.agreed) return [];
        // A model that was given the beginning counts from its end.
        return [this.prefilled ? { ...event, citation: shifted(event.citation, this.text.length) } : event];
      case 'logprobs':
        return this.agreed ? [event] : [];
      default:
        return this.agreed ? [event] : undefined;
    }
  }

  private compared(more: string): CanonicalEvent[] | undefined {
    this.seen += more;
    if (this.seen.length < this.text.length) return this.text.startsWith(this.seen) ? [] : undefined;
    if (!this.seen.startsWith(this.text)) return undefined;
    this.agreed = true;
    const rest = this.seen.slice(this.text.length);
    return rest === '' ? [] : [{ type: 'text-delta', text: rest }];
  }
}
