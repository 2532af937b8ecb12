import type {
  AnswerPart,
  CanonicalResponse,
  CanonicalEvent,
  TokenProbability,
} from '../../canonical/events.js';
import { requireShallow } from '../../canonical/nesting.js';
import type { Usage } from '../../canonical/usage.js';
import type { RenderContext, StreamRenderer } from '../protocol.js';
import { completeArguments, renderFinish, renderPart } from './answer.js';
import { renderLogprobs } from './logprobs.js';
import { renderUsage } from './usage.js';

type ToolCall = Extract<AnswerPart, { type: 'tool-call' }>;

/**
 * Renders events that are each a whole answer object with the new parts, no end marker. A function call is told in one
 * piece, so its arguments are gathered; the last event carries finishReason and usage.
 */
export class ContentRenderer implements StreamRenderer {
  /** What every event of this stream ends with; '' before the first. */
  private rest = '';
  private finish: CanonicalResponse['finish'] = { reason: 'stop' };
  /** Calls whose arguments are still coming, by the hub's index, in order. */
  private readonly calls = new Map<number, ToolCall>();

  /** Tokens that the next event tells the likelihood of. */
  private likely: TokenProbability[] | undefined;

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        this.name(event.id, event.model);
        return '';
      case 'text-delta':
      case 'refusal-delta':
        return event.text === '' ? '' : this.parts({ type: 'text', text: event.text });
      case 'logprobs':
        this.likely = [...(this.likely ?? []), ...event.tokens];
        return '';
      case 'reasoning-delta':
        return event.text === '' ? '' : this.parts({ type: 'reasoning', text: event.text });
      case 'reasoning-signature':
        return this.parts({ type: 'reasoning', text: '', signature: event.signature });
      case 'reasoning-redacted':
        return this.parts({ type: 'reasoning-redacted', data: event.data });
      case 'tool-start': {
        const { id, name, signature } = event;
        const complete = this.completeCalls();
        this.calls.set(event.index, {
          type: 'tool-call',
          id,
          name,
          arguments: '',
          ...(signature !== undefined && { signature }),
        });
        return complete.length > 0 ? this.frame(complete) : '';
      }
      case 'tool-delta': {
        const call = this.calls.get(event.index);
        if (call) call.arguments += event.text;
        return '';
      }
      case 'finish':
        // Calls are written at the end, when the answer is charged: what cannot be written must be found now.
        for (const call of this.calls.values()) requireShallow(call.arguments);
        this.finish = event;
        return '';
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    const parts = [...this.calls.values()].map(renderPart);
    this.calls.clear();
    const last = `,"finishReason":${JSON.stringify(renderFinish(this.finish))}`;
    return this.frame(
      parts.length > 0 ? parts : [{ text: '' }],
      last,
      `,"usageMetadata":${JSON.stringify(renderUsage(usage))}`,
    );
  }

  /** A part of another kind: calls that are complete come before it. */
  private parts(part: AnswerPart): string {
    return this.frame([...this.completeCalls(), renderPart(part)]);
  }

  /** Vendors may interleave parallel calls, so one is only told when its arguments are whole. */
  private completeCalls(): object[] {
    const parts: object[] = [];
    for (const [index, call] of this.calls) {
      if (!completeArguments(call.arguments)) break;
      parts.push(renderPart(call));
      this.calls.delete(index);
    }
    return parts;
  }

  private name(id: string, model: string): void {
    if (this.rest !== '') return;
    const { createdAt, model: requested } = this.context;
    const known = { modelVersion: model || requested, responseId: id || `response-${createdAt}` };
    this.rest = `,${JSON.stringify(known).slice(1)}`;
  }

  private frame(parts: object[], finish = '', usage = ''): string {
    this.name('', '');
    const content = `{"parts":${JSON.stringify(parts)},"role":"model"}`;
    const likely = this.likely ? `,"logprobsResult":${JSON.stringify(renderLogprobs(this.likely))}` : '';
    this.likely = undefined;
    return `data: {"candidates":[{"content":${content}${finish}${likely},"index":0}]${usage}${this.rest}\n\n`;
  }
}
