import type { Citation } from '../../canonical/citations.js';
import type { CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import type { ClientError, RenderContext, StreamRenderer } from '../protocol.js';
import { responseError } from './errors.js';
import { EventWriter, lastEvent } from './event-writer.js';
import { OpenCall, OpenCustomCall, OpenReasoning, type OpenItem, type OpenToolCall } from './open-items.js';
import { OpenMessage } from './open-message.js';
import { encryptedCallSignature, encryptedContent } from './encrypted-content.js';
import { ending, ResponseFrame, type ItemPrefix, type Progress, type Status } from './response.js';

/**
 * Renders response stream events. This protocol repeats every text when its item closes and the whole output at the end, so
 * the response is kept in memory until then.
 */
export class ResponseRenderer implements StreamRenderer {
  private readonly events = new EventWriter();
  private frame: ResponseFrame | undefined;
  /** All items in order, open and closed. */
  private readonly items: OpenItem[] = [];
  /** The open message or reasoning item. */
  private open: OpenMessage | OpenReasoning | undefined;
  /** Open calls, by canonical tool index. */
  private readonly calls = new Map<number, OpenToolCall>();
  private finish: CanonicalResponse['finish'] | undefined;
  /** Length of all text so far, in UTF-16 code units: ranges of citations are counted in it. */
  private textLength = 0;
  /** Events that close open items, kept until `end` sends them. */
  private closing = '';

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        return this.start(event.id, event.model);
      case 'text-delta':
        return event.text === '' ? '' : this.text(event.text);
      case 'citation':
        return this.cite(event.citation);
      case 'refusal-delta':
        return event.text === '' ? '' : this.message('refusal', event.text);
      case 'reasoning-delta':
        return event.text === '' ? '' : this.thoughts((item) => item.grow(event.text));
      case 'reasoning-signature':
        return this.proven(encryptedContent({ of: 'thoughts', signature: event.signature }));
      case 'reasoning-redacted':
        return (
          this.closeOpen('completed') + this.proven(encryptedContent({ of: 'redacted', data: event.data }))
        );
      case 'tool-start':
        return this.call(event);
      case 'tool-delta':
        return event.text === '' ? '' : (this.calls.get(event.index)?.grow(event.text) ?? '');
      case 'finish':
        this.finish = event;
        return this.closeAll();
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    const { status, incompleteReason } = this.ending();
    const closed = this.closing + this.started() + this.closeAll();
    return closed + this.response(`response.${status}`, { status, incompleteReason, usage });
  }

  whole(usage: Usage): object {
    this.closing += this.started() + this.closeAll();
    return this.shown({ ...this.ending(), usage });
  }

  failed(error: ClientError, sent?: Buffer): string {
    const opened = this.started();
    if (sent) this.events.continueAfter(sent);
    return opened + this.response('response.failed', { status: 'failed', error: responseError(error) });
  }

  resume(sent: Buffer): boolean {
    const last = lastEvent(sent);
    if (!(this.open instanceof OpenMessage)) return false;
    if (this.open.takeWhole(last)) this.open = undefined;
    else if (!this.open.resume(last)) return false;
    this.events.continueAfter(sent);
    return true;
  }

  private start(id: string, model: string): string {
    if (this.frame) return '';
    this.frame = new ResponseFrame({ id, model }, this.context);
    return (
      this.response('response.created', { status: 'in_progress' }) +
      this.response('response.in_progress', { status: 'in_progress' })
    );
  }

  /** The events that start the stream, or '' if it has started. */
  private started(): string {
    return this.frame ? '' : this.start('', '');
  }

  private text(delta: string): string {
    const events = this.message('output_text', delta);
    this.textLength += delta.length;
    return events;
  }

  private message(kind: 'output_text' | 'refusal', delta: string): string {
    if (this.open instanceof OpenMessage) return this.open.grow(kind, delta);
    const before = this.beforeItem();
    const item = new OpenMessage(this.nextId('msg'), this.items.length, this.events, this.textLength);
    this.open = item;
    return before + this.add(item) + item.grow(kind, delta);
  }

  /** A citation of text that was sent; '' if there is none. */
  private cite(citation: Citation): string {
    for (const item of this.items.toReversed()) {
      const events = item instanceof OpenMessage ? item.cite(citation) : undefined;
      if (events !== undefined) return events;
    }
    return '';
  }

  private thoughts(act: (item: OpenReasoning) => string): string {
    if (this.open instanceof OpenReasoning) return act(this.open);
    const before = this.beforeItem();
    const item = new OpenReasoning(this.nextId('rs'), this.items.length, this.events);
    this.open = item;
    return before + this.add(item) + act(item);
  }

  /** A signature closes its item. Some providers sign reasoning that they do not show, which opens an empty item. */
  private proven(encrypted: string): string {
    const events = this.thoughts((item) => {
      item.encrypted = encrypted;
      return '';
    });
    return events + this.closeOpen('completed');
  }

  private call(event: Extract<CanonicalEvent, { type: 'tool-start' }>): string {
    const encrypted = encryptedCallSignature(event);
    const proven = encrypted === undefined ? '' : this.closeOpen('completed') + this.proven(encrypted);
    const before = proven + this.beforeItem();
    const tool = this.frame?.clientTools.get(event.name);
    const call = { id: event.id, name: tool?.name ?? event.name, namespace: tool?.namespace };
    const item = tool?.isCustom
      ? new OpenCustomCall(this.nextId('ctc'), this.items.length, call, this.events)
      : new OpenCall(this.nextId('fc'), this.items.length, call, this.events);
    this.calls.set(event.index, item);
    return before + this.add(item);
  }

  private add(item: OpenItem): string {
    this.items.push(item);
    return item.open();
  }

  /** Closes everything that is complete before another item begins. */
  private beforeItem(): string {
    let events = this.started() + this.closeOpen('completed');
    for (const [index, call] of this.calls) {
      if (!call.complete) continue;
      events += call.close('completed');
      this.calls.delete(index);
    }
    return events;
  }

  private closeOpen(status: Status): string {
    const events = this.open?.close(status) ?? '';
    this.open = undefined;
    return events;
  }

  /** Closes all items at the end; the last one gets the status of the response. */
  private closeAll(): string {
    const { status } = this.ending();
    const last = this.items.at(-1);
    let events = this.closeOpen(status);
    for (const call of this.calls.values()) events += call.close(call === last ? status : 'completed');
    this.calls.clear();
    return events;
  }

  private ending(): Pick<Progress, 'status' | 'incompleteReason'> {
    return ending(this.finish ?? { reason: 'stop' });
  }

  private nextId(prefix: ItemPrefix): string {
    return this.frame?.itemId(prefix, this.items.length) ?? '';
  }

  private response(type: string, progress: Omit<Progress, 'output'>): string {
    return this.events.write(type, { response: this.shown(progress) });
  }

  private shown(progress: Omit<Progress, 'output'>): object {
    const output = progress.status === 'in_progress' ? [] : this.items.map(({ item }) => item);
    return this.frame?.show({ ...progress, output }) ?? {};
  }
}
