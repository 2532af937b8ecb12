import { CodePoints } from '../../canonical/code-points.js';
import type { CanonicalEvent, TokenProbability } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import { customInput } from '../../canonical/conversation/custom-tools.js';
import type { RenderContext, StreamRenderer } from '../protocol.js';
import { renderAnnotations } from './annotations.js';
import { signatureFields } from './call-signature.js';
import { renderFinish } from './finish.js';
import { renderLogprobs } from './logprobs.js';
import { customNames } from './tools.js';
import { renderUsage } from './usage.js';

/** Renders chat.completion.chunk frames. */
export class ChunkRenderer implements StreamRenderer {
  /** The common start of all chunks of this stream, up to the choices; '' before the first. */
  private head = '';
  private finished = false;
  /** Indexes of calls without arguments so far. They get `{}` at the end, because clients parse the arguments as JSON. */
  private readonly silent = new Set<number>();
  private tools = 0;
  /** Names of the request's custom tools; read when the first tool is called. */
  private custom: ReadonlySet<string> | undefined;
  /** Collected arguments of custom tool calls, by index. */
  private gathered: Map<number, string> | undefined;
  /** Text of the open reasoning block: it is sent again together with the signature that covers it. */
  private thought = '';
  /** Of the text so far, for the ranges of citations. */
  private readonly points = new CodePoints();
  /** Log probabilities to send with the next chunk. */
  private likely: TokenProbability[] | undefined;

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        return this.open(event.id, event.model);
      case 'text-delta':
        this.thought = '';
        this.points.add(event.text);
        return this.string('content', event.text);
      case 'logprobs':
        this.likely = [...(this.likely ?? []), ...event.tokens];
        return '';
      case 'citation': {
        const annotations = renderAnnotations([event.citation], this.points);
        return annotations.length > 0 ? this.chunk(JSON.stringify({ annotations })) : '';
      }
      case 'refusal-delta':
        return this.string('refusal', event.text);
      case 'reasoning-delta':
        this.thought += event.text;
        return this.string('reasoning_content', event.text);
      case 'reasoning-signature': {
        const thinking = this.thought;
        this.thought = '';
        return this.details({ type: 'thinking', thinking, signature: event.signature });
      }
      case 'reasoning-redacted':
        return this.details({ type: 'redacted', data: event.data });
      case 'tool-start':
        this.thought = '';
        this.tools++;
        this.custom ??= customNames(this.context.request);
        if (this.custom.has(event.name)) return this.openCustom(event);
        this.silent.add(event.index);
        return this.call({
          index: event.index,
          id: event.id,
          type: 'function',
          function: { name: event.name, arguments: '' },
          ...signatureFields(event.signature),
        });
      case 'tool-delta':
        if (event.text === '') return '';
        if (this.gathered?.has(event.index)) {
          this.gathered.set(event.index, this.gathered.get(event.index) + event.text);
          return '';
        }
        this.silent.delete(event.index);
        return this.call({ index: event.index, function: { arguments: event.text } });
      case 'finish':
        return this.finish(renderFinish(event.reason));
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    let frames = this.finished ? '' : this.finish(renderFinish(this.tools > 0 ? 'tool-calls' : 'stop'));
    if (this.context.includeUsage) {
      frames += `${this.opened()}"choices":[],"usage":${JSON.stringify(renderUsage(usage))}}\n\n`;
    }
    return `${frames}data: [DONE]\n\n`;
  }

  private open(id: string, model: string): string {
    if (this.head !== '') return '';
    const { createdAt, model: requested } = this.context;
    const members = {
      id: id || `chatcmpl-${createdAt}`,
      object: 'chat.completion.chunk',
      created: createdAt,
      model: model || requested,
    };
    this.head = `data: ${JSON.stringify(members).slice(0, -1)},`;
    return this.chunk('{"role":"assistant","content":""}');
  }

  /** The head, preceded by the first chunk if the stream has not begun. */
  private opened(): string {
    return this.head === '' ? this.open('', '') + this.head : this.head;
  }

  private finish(reason: string): string {
    let frames = '';
    for (const index of this.silent) frames += this.call({ index, function: { arguments: '{}' } });
    this.silent.clear();
    for (const [index, callArguments] of this.gathered ?? [])
      frames += this.call({ index, custom: { input: customInput(callArguments) } });
    this.gathered = undefined;
    this.finished = true;
    return frames + this.chunk('{}', `"${reason}"`);
  }

  /** The input of a custom tool is inside a function's arguments and can be read only when those are complete. */
  private openCustom({
    index,
    id,
    name,
    signature,
  }: Extract<CanonicalEvent, { type: 'tool-start' }>): string {
    (this.gathered ??= new Map()).set(index, '');
    const fields = signatureFields(signature);
    return this.call({ index, id, type: 'custom', custom: { name, input: '' }, ...fields });
  }

  private string(field: string, text: string): string {
    return text === '' ? '' : this.chunk(`{"${field}":${JSON.stringify(text)}}`);
  }

  private details(detail: object): string {
    return this.chunk(`{"reasoning_details":[${JSON.stringify(detail)}]}`);
  }

  private call(call: object): string {
    return this.chunk(`{"tool_calls":[${JSON.stringify(call)}]}`);
  }

  private chunk(delta: string, finish = 'null'): string {
    const likely = this.likely ? `"logprobs":${JSON.stringify(renderLogprobs(this.likely))},` : '';
    this.likely = undefined;
    return `${this.opened()}"choices":[{"index":0,"delta":${delta},${likely}"finish_reason":${finish}}]}\n\n`;
  }
}
