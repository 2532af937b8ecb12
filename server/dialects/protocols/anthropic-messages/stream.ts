import type { Citation } from '../../canonical/citations.js';
import type { CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import type { RenderContext, StreamRenderer } from '../protocol.js';
import { messageId, renderStop } from './answer.js';
import { ArgumentsWatch } from './arguments.js';
import { renderCitation } from './citations.js';
import { frame } from './frame.js';
import { renderUsage } from './usage.js';

/** A text delta up to the index of its block. */
const TEXT_DELTA = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":';

/** A content block that is open or waits to be opened. */
interface Block {
  type: 'text' | 'thinking' | 'redacted_thinking' | 'tool_use';
  /** The canonical index of a tool call; -1 for other blocks. */
  tool: number;
  id: string;
  name: string;
  /** Content received while the block waited; of `redacted_thinking`, all of it. */
  text: string;
  /** The signature of thinking that was received while the block waited. Nothing can follow it in the block. */
  signature?: string;
  /** Citations received while the block waited. */
  citations: object[];
  watch: ArgumentsWatch;
}

/**
 * Renders message stream events. This protocol streams blocks strictly one after the other, while other providers may
 * interleave parallel tool calls: content of other blocks waits until the open call's arguments are complete.
 */
export class MessageRenderer implements StreamRenderer {
  private started = false;
  private blocks = 0;
  private open: Block | undefined;
  private waiting: Block[] = [];
  /** Index of the last text block that was opened. */
  private textIndex: number | undefined;
  private finish: CanonicalResponse['finish'] | undefined;

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    switch (event.type) {
      case 'start':
        return this.start(event.id, event.model);
      case 'text-delta':
      case 'refusal-delta':
        return this.grow('text', event.text);
      case 'citation':
        return this.cite(event.citation);
      case 'reasoning-delta':
        return this.grow('thinking', event.text);
      case 'reasoning-signature':
        return this.sign(event.signature);
      case 'reasoning-redacted':
        return this.redacted(event.data);
      case 'tool-start':
        return this.begin(newBlock('tool_use', event));
      case 'tool-delta':
        return this.toolDelta(event.index, event.text);
      case 'finish':
        this.finish = event;
        return '';
      default:
        return '';
    }
  }

  end(usage: Usage): string {
    let frames = this.started ? '' : this.start('', '');
    frames += this.close() + this.releaseAll();
    // Clients expect at least one block, even in an empty response.
    if (this.blocks === 0) frames += this.begin(newBlock('text')) + this.close();
    const finish = this.finish ?? { reason: 'stop' };
    const delta = { type: 'message_delta', delta: renderStop(finish), usage: renderUsage(usage) };
    return frames + frame('message_delta', delta) + frame('message_stop', { type: 'message_stop' });
  }

  private start(id: string, model: string): string {
    if (this.started) return '';
    this.started = true;
    const message = {
      id: messageId(id, this.context),
      type: 'message',
      role: 'assistant',
      model: model || this.context.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: this.context.inputTokens, output_tokens: 0 },
    };
    return frame('message_start', { type: 'message_start', message });
  }

  private grow(type: 'text' | 'thinking', text: string): string {
    if (text === '') return '';
    const last = this.waiting.at(-1);
    if (last?.type === type && last.signature === undefined) {
      last.text += text;
      return '';
    }
    if (this.open?.type === type) return this.delta(this.open, text);
    const block = newBlock(type);
    block.text = text;
    return this.begin(block);
  }

  /** Opens the block now, or queues it while a tool call is incomplete. */
  private begin(block: Block): string {
    if (this.waiting.length > 0 || this.isBusy()) {
      this.waiting.push(block);
      return '';
    }
    return this.close() + this.opening(block);
  }

  private isBusy(): boolean {
    return this.open?.type === 'tool_use' && !this.open.watch.complete;
  }

  private opening(block: Block): string {
    const first = this.started ? '' : this.start('', '');
    this.open = block;
    const start = { type: 'content_block_start', index: this.blocks, content_block: firstForm(block) };
    const { text, citations, signature } = block;
    block.text = '';
    const started = first + frame('content_block_start', start);
    if (block.type === 'redacted_thinking') return started + this.stop();
    let frames = started + (text === '' ? '' : this.delta(block, text));
    if (signature !== undefined) return frames + this.signed(signature);
    if (block.type === 'text') this.textIndex = this.blocks;
    for (const citation of citations) frames += this.citationFrame(citation, this.blocks);
    return frames;
  }

  private toolDelta(tool: number, text: string): string {
    if (text === '') return '';
    const { open } = this;
    if (open?.tool === tool) return this.delta(open, text) + this.release();
    const block = this.waiting.find((candidate) => candidate.tool === tool);
    if (block) block.text += text;
    return '';
  }

  /** Once the open call is complete, renders the waiting blocks up to the next incomplete call. */
  private release(): string {
    let frames = '';
    while (this.waiting.length > 0 && !this.isBusy()) frames += this.next();
    return frames;
  }

  private releaseAll(): string {
    let frames = '';
    while (this.waiting.length > 0) frames += this.next();
    return frames + this.close();
  }

  private next(): string {
    const block = this.waiting.shift();
    return block ? this.close() + this.opening(block) : '';
  }

  private delta(block: Block, text: string): string {
    if (block.type === 'tool_use') {
      block.watch.add(text);
      return this.deltaFrame({ type: 'input_json_delta', partial_json: text });
    }
    if (block.type === 'thinking') return this.deltaFrame({ type: 'thinking_delta', thinking: text });
    // The most frequent event: only its text is serialized.
    return `${TEXT_DELTA}${this.blocks},"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}\n\n`;
  }

  private deltaFrame(delta: object): string {
    return frame('content_block_delta', { type: 'content_block_delta', index: this.blocks, delta });
  }

  /**
   * A citation belongs to the last text block, even if that is closed: an empty block of its own would be refused when the
   * client sends the message back. Without any text there is nothing to cite.
   */
  private cite(source: Citation): string {
    const citation = renderCitation(source);
    if (!citation) return '';
    const block = this.waiting.findLast(({ type }) => type === 'text');
    if (block) block.citations.push(citation);
    else if (this.textIndex !== undefined) return this.citationFrame(citation, this.textIndex);
    return '';
  }

  private citationFrame(citation: object, index: number): string {
    const delta = { type: 'citations_delta', citation };
    return frame('content_block_delta', { type: 'content_block_delta', index, delta });
  }

  /** A signature closes its block. Some providers sign reasoning that they do not show, which opens an empty block. */
  private sign(signature: string): string {
    const last = this.waiting.at(-1);
    if (last?.type === 'thinking' && last.signature === undefined) {
      last.signature = signature;
      return '';
    }
    if (this.open?.type === 'thinking') return this.signed(signature);
    return this.begin({ ...newBlock('thinking'), signature });
  }

  private signed(signature: string): string {
    return this.deltaFrame({ type: 'signature_delta', signature }) + this.stop();
  }

  private redacted(data: string): string {
    return this.begin({ ...newBlock('redacted_thinking'), text: data });
  }

  /** Ends the open block, if any. Unsigned reasoning gets an empty signature, because some clients wait for one. */
  private close(): string {
    if (!this.open) return '';
    const unsigned = this.open.type === 'thinking';
    return (unsigned ? this.deltaFrame({ type: 'signature_delta', signature: '' }) : '') + this.stop();
  }

  private stop(): string {
    this.open = undefined;
    return frame('content_block_stop', { type: 'content_block_stop', index: this.blocks++ });
  }
}

function newBlock(type: Block['type'], call?: { index: number; id: string; name: string }): Block {
  return {
    type,
    tool: call?.index ?? -1,
    id: call?.id ?? '',
    name: call?.name ?? '',
    text: '',
    citations: [],
    watch: new ArgumentsWatch(),
  };
}

/** The block as it begins. Redacted thinking is complete then. */
function firstForm({ type, id, name, text }: Block): object {
  switch (type) {
    case 'text':
      return { type, text: '' };
    case 'thinking':
      return { type, thinking: '', signature: '' };
    case 'redacted_thinking':
      return { type, data: text };
    case 'tool_use':
      return { type, id, name, input: {} };
  }
}
