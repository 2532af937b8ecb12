import type { AnswerPart, CanonicalEvent } from '../../../dialects/canonical/events.js';

/** Collects what a model wrote, up to a limit, for operators who trace contents. */
export class OutputText {
  text = '';
  reasoning = '';
  readonly calls: { readonly id: string; readonly name: string; arguments: string }[] = [];
  private left: number;

  /** @param limit UTF-16 code units of all members together */
  constructor(limit: number) {
    this.left = limit;
  }

  add(event: CanonicalEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'refusal-delta':
        this.text += this.within(event.text);
        break;
      case 'reasoning-delta':
        this.reasoning += this.within(event.text);
        break;
      case 'tool-start':
        this.call(event.id, event.name);
        break;
      case 'tool-delta': {
        const call = this.calls.at(-1);
        if (call) call.arguments += this.within(event.text);
        break;
      }
      default:
    }
  }

  part(part: AnswerPart): void {
    switch (part.type) {
      case 'text':
      case 'refusal':
        this.text += this.within(part.text);
        break;
      case 'reasoning':
        this.reasoning += this.within(part.text);
        break;
      case 'tool-call': {
        const call = this.call(part.id, part.name);
        if (call) call.arguments = this.within(part.arguments);
        break;
      }
      default:
    }
  }

  private call(id: string, name: string): (typeof this.calls)[number] | undefined {
    if (this.left === 0) return undefined;
    const call = { id: this.within(id), name: this.within(name), arguments: '' };
    this.calls.push(call);
    return call;
  }

  private within(text: string): string {
    const taken = text.slice(0, this.left);
    this.left -= taken.length;
    return taken;
  }
}
