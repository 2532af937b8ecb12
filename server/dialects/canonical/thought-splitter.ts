import type { CanonicalEvent } from './events.js';

const OPEN = /^\s*(?:<think>|<details[^>]*>\s*<summary>\s*Thinking\.\.\.\s*<\/summary>)/;
const CLOSE = /<\/(?:think|details)>/;
const CLOSES = ['</think>', '</details>'];
/** Characters of a beginning, white space included, that are held back for the rest of an opening tag. */
const MAX_OPEN_LENGTH = 400;

/**
 * Separates thoughts from the text of an answer. Models start it with `<think>` where the server does not separate them:
 * https://docs.vllm.ai/en/latest/features/reasoning_outputs/. Older versions of Dify replace that by a `details` element.
 */
export class ThoughtSplitter {
  private state: 'start' | 'thought' | 'text' = 'start';
  private held = '';

  /** Whether all that follows is text. */
  get isText(): boolean {
    return this.state === 'text' && this.held === '' && !this.trims;
  }

  /** White space around thoughts belongs to neither side. */
  private trims = false;

  push(piece: string): CanonicalEvent[] {
    this.held += piece;
    const events: CanonicalEvent[] = [];
    if (this.state === 'start') {
      const open = OPEN.exec(this.held);
      if (!open && mayOpen(this.held)) return [];
      this.state = open ? 'thought' : 'text';
      this.trims = open !== null;
      this.held = this.held.slice(open?.[0].length ?? 0);
    }
    if (this.state === 'thought') {
      const close = CLOSE.exec(this.held);
      const end = close?.index ?? this.held.length - partialClose(this.held);
      events.push(...this.taken('reasoning-delta', end));
      if (!close) return events;
      this.held = this.held.slice(close[0].length);
      this.state = 'text';
      this.trims = true;
    }
    events.push(...this.taken('text-delta', this.held.length));
    return events;
  }

  /** What was held back at the end of the answer. */
  end(): CanonicalEvent[] {
    return this.taken(this.state === 'thought' ? 'reasoning-delta' : 'text-delta', this.held.length);
  }

  private taken(type: 'reasoning-delta' | 'text-delta', length: number): CanonicalEvent[] {
    const piece = this.held.slice(0, length);
    this.held = this.held.slice(length);
    const text = this.trims ? piece.trimStart() : piece;
    if (text === '') return [];
    this.trims = false;
    return [{ type, text }];
  }
}

/** Whether more text may complete an opening tag. */
function mayOpen(held: string): boolean {
  if (held.length >= MAX_OPEN_LENGTH) return false;
  const text = held.trimStart();
  if ('<think>'.startsWith(text) || '<details'.startsWith(text)) return true;
  return text.startsWith('<details') && !text.includes('</summary>');
}

/** Length of the end of the text that may be the beginning of a closing tag. */
function partialClose(text: string): number {
  const at = text.lastIndexOf('<');
  const tail = at === -1 ? '' : text.slice(at);
  return tail !== '' && CLOSES.some((close) => close.startsWith(tail)) ? tail.length : 0;
}
