import { redactedTokens } from './estimate.js';
import type { AnswerPart, CanonicalEvent } from './events.js';
import { isImageText, TOKENS_OF_IMAGE } from './media/image-text.js';
import { TokenCounter } from './tokens.js';

/** Tokens that providers use to frame one tool call. */
const perToolCall = 7;

/**
 * Counts the output that was actually produced (text, reasoning, tool names and arguments), to charge for it when the
 * upstream reports no usage. Stores numbers only, never the text.
 */
export class OutputMeter {
  /** UTF-16 code units of produced text. */
  characters = 0;
  private readonly counter = new TokenCounter();
  /** Tokens that do not come from text: tool call framing and encrypted reasoning. */
  private extra = 0;

  /** Approximate tokens so far. */
  get tokens(): number {
    return Math.ceil(this.counter.tokens) + this.extra;
  }

  add(event: CanonicalEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'refusal-delta':
      case 'reasoning-delta':
      case 'tool-delta':
        this.text(event.text);
        break;
      case 'tool-start':
        this.extra += perToolCall;
        this.text(event.name);
        break;
      case 'reasoning-redacted':
        this.redacted(event.data);
        break;
      default:
    }
  }

  /** Counts one part of a whole response. */
  part(part: AnswerPart): void {
    switch (part.type) {
      case 'tool-call':
        this.extra += perToolCall;
        this.text(part.name);
        this.text(part.arguments);
        break;
      case 'reasoning-redacted':
        this.redacted(part.data);
        break;
      default:
        this.text(part.text);
    }
  }

  private text(text: string): void {
    if (isImageText(text)) {
      this.extra += TOKENS_OF_IMAGE;
      return;
    }
    this.characters += text.length;
    this.counter.add(text);
  }

  private redacted(data: string): void {
    this.characters += data.length;
    this.extra += redactedTokens(data);
  }
}
