import type { CanonicalEvent } from '../../../canonical/events.js';
import { finishEvent } from '../../../canonical/finish.js';
import { imageText } from '../../../canonical/media/image-text.js';
import { argumentsText } from '../../../canonical/conversation/nesting.js';
import { ThoughtSplitter } from '../../../canonical/thought-splitter.js';
import { serviceTierOf } from '../../../canonical/usage.js';
import {
  count,
  isRecord,
  list,
  parseRecord,
  record,
  text,
  type UnknownRecord,
} from '../../../json/lenient.js';
import { RepeatedRecord } from '../../../json/repeated-record.js';
import type { ProviderFacts } from '../../facts/provider-facts.js';
import type { Frame, ReadOptions } from '../../provider.js';
import { imagesOf, readDetail } from './answer.js';
import { SourceReader } from './source-reader.js';
import { openaiFacts } from '../default-facts.js';
import { eventError, innerError } from '../errors.js';
import { readLogprobs } from './logprobs.js';
import type { NormalizeBody } from '../dialect.js';
import type { ShownCalls } from './reported-tools.js';
import { StreamUsage } from './usage.js';

/** Creates a reader for one chat completion stream (https://platform.openai.com/docs/api-reference/chat-streaming). */
export function readStream(
  normalize?: NormalizeBody,
  options?: ReadOptions,
  facts = openaiFacts,
  shownCalls?: ShownCalls,
): (frame: Frame) => CanonicalEvent[] {
  const sources = options?.citations ? new SourceReader() : undefined;
  const reader = new ChunkReader(normalize, sources, facts, shownCalls);
  return (frame) => reader.read(frame);
}

/** Text in which a tag may follow. */
const MAY_BEGIN_WITH_TAG = /^\s*(?:<|$)/;
const NO_DETAILS: readonly ReturnType<typeof readDetail>[] = [];

interface Tool {
  index: number;
  id: string;
  /** Arguments that arrived before the name; undefined once the call was emitted. */
  held: string | undefined;
}

class ChunkReader {
  private started = false;
  private finished = false;
  private readonly usage: StreamUsage;
  private tier: unknown;
  private tools = 0;
  private lastId = '';
  /** By choice and the provider's index, or the id of the call if there is no index. */
  private byIndex: Map<string, Tool> | undefined;
  private readonly repeated = new RepeatedRecord('content');
  private readonly details = new DetailText();
  private hasText = false;
  /** Separates thoughts at the beginning of the text; undefined after it, and where the text begins without a tag. */
  private splitter: ThoughtSplitter | undefined;
  /** Where the thoughts of this stream are. The same ones may be repeated in details and in the text. */
  private thoughts: 'member' | 'details' | undefined;

  constructor(
    private readonly normalize: NormalizeBody | undefined,
    private readonly sources: SourceReader | undefined,
    private readonly facts: ProviderFacts,
    private readonly shownCalls: ShownCalls | undefined,
  ) {
    this.usage = new StreamUsage(facts.usage);
  }

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data, this.facts) }];
    if (data === '[DONE]') return [...this.reported(), { type: 'done' }];
    const repeated = this.repeated.textIn(data);
    if (repeated !== undefined) {
      this.sources?.add(repeated);
      return [{ type: 'text-delta', text: repeated }];
    }
    const sent = parseRecord(data);
    const chunk = this.normalize ? this.normalize(sent, true) : sent;
    const failure = innerError(chunk, this.facts);
    if (failure) return [{ type: 'error', failure }];
    const events: CanonicalEvent[] = [];
    const choices = list(chunk.choices);
    const id = text(chunk.id);
    if (!this.started && (choices.length > 0 || id !== '')) {
      this.started = true;
      events.push({ type: 'start', id, model: text(chunk.model) });
      // Emitted immediately: an interrupted stream is charged by its tier, too.
      const serviceTier = serviceTierOf(chunk.service_tier);
      if (serviceTier !== undefined) events.push({ type: 'usage', usage: { serviceTier } });
    }
    this.tier = chunk.service_tier ?? this.tier;
    if (this.shownCalls) this.usage.addShown(this.shownCalls(chunk));
    if (!this.usage.add(chunk.usage)) this.usage.addElsewhere(chunk);
    this.sources?.read(chunk, record(record(choices[0]).delta));
    for (const item of choices) {
      const choice = record(item);
      const failed = choice.error ? innerError({ error: choice.error }, this.facts) : undefined;
      if (failed) return [...events, ...this.reported(), { type: 'error', failure: failed }];
      const tokens = choice.logprobs ? readLogprobs(choice.logprobs) : undefined;
      if (tokens) events.push({ type: 'logprobs', tokens });
      this.readDelta(record(choice.delta), count(choice.index) ?? 0, events);
      this.usage.add(choice.usage);
      const raw = text(choice.finish_reason);
      if (raw === '') continue;
      this.endText(events);
      if (!this.finished && this.sources) events.push(...this.sources.atEnd());
      this.finished = true;
      const end = finishEvent(this.facts.finish.classOf(raw), raw, this.tools > 0);
      // Nothing is read after a failure.
      if (end.type === 'error') events.push(...this.reported());
      events.push(end);
    }
    if (this.finished) events.push(...this.reported());
    const [only] = events;
    // A normalised text need not be the text that was sent.
    if (
      only?.type === 'text-delta' &&
      events.length === 1 &&
      choices.length === 1 &&
      !this.normalize &&
      !this.splitter
    )
      this.repeated.remember(data, only.text);
    else this.repeated.forget();
    return events;
  }

  private reported(): CanonicalEvent[] {
    const usage = this.usage.take(this.tier);
    return usage ? [{ type: 'usage', usage }] : [];
  }

  private readDelta(delta: UnknownRecord, choice: number, events: CanonicalEvent[]): void {
    this.readThoughts(delta, events);
    const content = text(delta.content);
    if (content !== '') this.addText(content, events);
    if (delta.tool_calls || delta.function_call) this.endText(events);
    if (delta.images)
      for (const url of imagesOf(delta)) events.push({ type: 'text-delta', text: imageText(url) });
    if (this.sources && delta.annotations) events.push(...this.sources.annotations(delta.annotations));
    if (text(delta.refusal) !== '') events.push({ type: 'refusal-delta', text: text(delta.refusal) });
    for (const call of list(delta.tool_calls)) this.readCall(record(call), choice, events);
    if (isRecord(delta.function_call)) {
      this.readCall({ index: 0, function: delta.function_call }, choice, events);
    }
  }

  private readThoughts(delta: UnknownRecord, events: CanonicalEvent[]): void {
    const details = delta.reasoning_details ? list(delta.reasoning_details).map(readDetail) : NO_DETAILS;
    const own = text(delta.reasoning_content) || text(delta.reasoning);
    if (own !== '') this.thoughts = 'member';
    const thought = this.thoughts === 'member' ? own : this.details.next(details);
    if (thought !== '') {
      this.thoughts ??= 'details';
      events.push({ type: 'reasoning-delta', text: thought });
    }
    for (const detail of details) {
      if (detail?.type === 'redacted') events.push({ type: 'reasoning-redacted', data: detail.data });
      else if (detail?.signature) events.push({ type: 'reasoning-signature', signature: detail.signature });
    }
  }

  private addText(content: string, events: CanonicalEvent[]): void {
    if (!this.hasText) {
      this.hasText = true;
      if (MAY_BEGIN_WITH_TAG.test(content)) this.splitter = new ThoughtSplitter();
    }
    if (!this.splitter) {
      this.sources?.add(content);
      events.push({ type: 'text-delta', text: content });
      return;
    }
    this.addSplit(this.splitter.push(content), events);
    if (this.splitter.isText) this.splitter = undefined;
  }

  /** Adds the text that might have begun a tag, because something else follows it. */
  private endText(events: CanonicalEvent[]): void {
    if (this.splitter) this.addSplit(this.splitter.end(), events);
  }

  private addSplit(found: readonly CanonicalEvent[], events: CanonicalEvent[]): void {
    for (const event of found) {
      if (event.type === 'text-delta') this.sources?.add(event.text);
      if (event.type !== 'reasoning-delta' || !this.thoughts) events.push(event);
    }
  }

  private readCall(call: UnknownRecord, choice: number, events: CanonicalEvent[]): void {
    const { name: callName, arguments: callArguments } = record(call.function);
    const name = text(callName);
    const id = text(call.id);
    const tool = this.toolOf(call, choice, id, name);
    const part =
      typeof callArguments === 'string'
        ? callArguments
        : callArguments === undefined || callArguments === null
          ? ''
          : argumentsText(callArguments);
    if (tool.held !== undefined) {
      tool.held += part;
      if (name === '') return;
      if (this.sources) events.push(...this.sources.beforeCall());
      events.push({ type: 'tool-start', index: tool.index, id: tool.id || `call_${tool.index}`, name });
      if (tool.held !== '') events.push({ type: 'tool-delta', index: tool.index, text: tool.held });
      tool.held = undefined;
      return;
    }
    if (part !== '') events.push({ type: 'tool-delta', index: tool.index, text: part });
  }

  /**
   * Providers number calls from 0; some omit the index, and some send the same one for all parallel calls. A different id
   * together with a name starts another call.
   */
  private toolOf(call: UnknownRecord, choice: number, id: string, name: string): Tool {
    const key = `${choice}:${count(call.index) ?? (id || this.lastId)}`;
    const existing = this.byIndex?.get(key);
    if (existing && !(id !== '' && name !== '' && existing.id !== '' && id !== existing.id)) {
      existing.id ||= id;
      return existing;
    }
    const tool: Tool = { index: this.tools++, id, held: '' };
    this.lastId = id;
    (this.byIndex ??= new Map()).set(key, tool);
    return tool;
  }
}

/**
 * The text of the thoughts in `reasoning_details`, for providers that send it there only. MiniMax documents that each chunk
 * repeats all of the text before it, and sends what is new (https://github.com/MiniMax-AI/MiniMax-M2/issues/95): both are read.
 */
class DetailText {
  private all = '';
  private isIncremental = false;

  /** What is new of the text in these details; '' if nothing is. */
  next(details: readonly ReturnType<typeof readDetail>[]): string {
    let reasoning = '';
    for (const detail of details) if (detail?.type === 'text') reasoning += detail.text;
    if (reasoning === '') return '';
    if (this.isIncremental) return reasoning;
    const { all } = this;
    this.isIncremental = all !== '' && !reasoning.startsWith(all);
    if (this.isIncremental) {
      this.all = '';
      return reasoning;
    }
    this.all = reasoning;
    return reasoning.slice(all.length);
  }
}
