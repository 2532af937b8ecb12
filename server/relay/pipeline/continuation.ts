import type { CanonicalEvent } from '../../dialects/canonical/events.js';
import type { StreamRenderer } from '../../dialects/protocols/protocol.js';
import type { Outcome } from './outcome.js';
import type { Ending } from './endings.js';

/** Characters of an answer that are remembered for another channel to carry on from; longer ones are not carried on. */
const MAX_CHARACTERS = 64 * 1024;

/** Pieces of a text that are joined at once: a piece of a few letters takes ten times as much memory as its letters. */
const JOINED = 128;

/** What the client has seen of a stream, while it is nothing but text: only then may another channel finish it. */
export class SentText {
  private joined: string[] = [];
  private pieces: string[] = [];
  private length = 0;
  private plain = true;

  add(event: CanonicalEvent): void {
    if (!this.plain || event.type === 'start' || event.type === 'usage') return;
    if (event.type === 'text-delta' && this.length < MAX_CHARACTERS) {
      this.length += event.text.length;
      if (this.pieces.push(event.text) === JOINED) this.join();
      return;
    }
    this.plain = false;
    this.length = 0;
    this.joined = [];
    this.pieces = [];
  }

  /** Undefined when there is nothing to carry on from, or more than text. */
  get whole(): string | undefined {
    if (this.length === 0) return undefined;
    this.join();
    return this.joined.join('');
  }

  private join(): void {
    this.joined.push(this.pieces.join(''));
    this.pieces = [];
  }
}

/** An answer that broke off in its middle. */
export interface Unfinished {
  /** All the client has seen. */
  readonly text: string;
  /** Tells the rest in the client's protocol. */
  readonly renderer: StreamRenderer;
}

/** The same with what it would come to if nobody finished it. */
export interface BrokenAnswer extends Unfinished {
  readonly ending: Ending;
  readonly problem: unknown;
  readonly outcome: Outcome;
}

/** Thrown by an attempt whose answer broke off and may be finished by another channel. */
export class Interrupted extends Error {
  constructor(readonly broken: BrokenAnswer) {
    super('the answer broke off');
  }
}

/**
 * Carries an answer on: what the client has seen must come again, word for word, and is not told twice. An upstream that
 * was given the text as the beginning of its answer goes on from there at once.
 */
export class Continuation {
  private seen = '';
  agreed: boolean;

  constructor(
    private readonly text: string,
    prefilled: boolean,
  ) {
    this.agreed = prefilled;
  }

  /** What the client gets of an event; undefined when the two answers are not the same. */
  next(event: CanonicalEvent): CanonicalEvent[] | undefined {
    switch (event.type) {
      case 'start':
      case 'reasoning-delta':
      case 'reasoning-signature':
      case 'reasoning-redacted':
        // The client is past them.
        return [];
      case 'usage':
      case 'error':
        return [event];
      case 'text-delta':
        return this.agreed ? [event] : this.compared(event.text);
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
