import { AnswerText, type Citation } from '../../canonical/citations.js';
import type {
  AnswerPart,
  CanonicalResponse,
  CanonicalEvent,
  TokenProbability,
} from '../../canonical/events.js';
import { withoutCutCall } from '../../canonical/whole-calls.js';
import { requireShallow } from '../../canonical/conversation/nesting.js';
import type { Usage } from '../../canonical/usage.js';
import type { RenderContext, StreamRenderer } from '../protocol.js';
import { completeArguments, renderFinish, renderPart } from './answer.js';
import { renderGrounding } from './grounding.js';
import { renderLogprobs } from './logprobs.js';
import { renderUsage } from './usage.js';

type ToolCall = Extract<AnswerPart, { type: 'tool-call' }>;

/**
 * Renders events that are each a complete response object with the new parts; there is no end marker. A function call is
 * sent in one piece, so its arguments are collected. The last event contains finishReason and usage.
 */
export class ContentRenderer implements StreamRenderer {
  /** The common end of all events of this stream; '' before the first. */
  private rest = '';
  private finish: CanonicalResponse['finish'] = { reason: 'stop' };
  /** Calls that were not sent yet, by canonical tool index, in order. */
  private readonly calls = new Map<number, ToolCall>();

  /** Log probabilities to send with the next event. */
  private likely: TokenProbability[] | undefined;
  private citations: Citation[] | undefined;
  private readonly answer = new AnswerText();

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        this.name(event.id, event.model);
        return '';
      case 'text-delta':
      case 'refusal-delta':
        if (event.type === 'text-delta') this.answer.add(event.text);
        return event.text === '' ? '' : this.parts({ type: 'text', text: event.text });
      case 'citation':
        (this.citations ??= []).push(event.citation);
        return '';
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
        // The remaining calls are rendered in `end`, when the response is already charged: arguments that cannot be rendered
        // must fail before that.
        for (const call of this.calls.values()) requireShallow(call.arguments);
        this.finish = event;
        return '';
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    const calls = withoutCutCall({ parts: [...this.calls.values()], finish: this.finish });
    const parts = calls.map(renderPart);
    this.calls.clear();
    const grounding = this.citations && renderGrounding(this.citations, this.answer.whole);
    const grounded = grounding ? `,"groundingMetadata":${JSON.stringify(grounding)}` : '';
    const last = `,"finishReason":${JSON.stringify(renderFinish(this.finish))}${grounded}`;
    return this.frame(
      parts.length > 0 ? parts : [{ text: '' }],
      last,
      `,"usageMetadata":${JSON.stringify(renderUsage(usage))}`,
    );
  }

  /** Renders a part after all calls that are complete. */
  private parts(part: AnswerPart): string {
    return this.frame([...this.completeCalls(), renderPart(part)]);
  }

  /**
   * Removes and renders calls with complete arguments. Providers may interleave parallel calls, so a call waits for its
   * arguments.
   */
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
    const members = { modelVersion: model || requested, responseId: id || `response-${createdAt}` };
    this.rest = `,${JSON.stringify(members).slice(1)}`;
  }

  private frame(parts: object[], finish = '', usage = ''): string {
    this.name('', '');
    const content = `{"parts":${JSON.stringify(parts)},"role":"model"}`;
    const likely = this.likely ? `,"logprobsResult":${JSON.stringify(renderLogprobs(this.likely))}` : '';
    this.likely = undefined;
    return `data: {"candidates":[{"content":${content}${finish}${likely},"index":0}]${usage}${this.rest}\n\n`;
  }
}
