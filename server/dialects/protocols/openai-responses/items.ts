import type { CanonicalChat, CanonicalTurn, TurnPart } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { readAgentMessage, readContent, readTexts } from './content.js';
import { readableText } from '../../json/readable-text.js';
import { customArguments } from '../../canonical/conversation/custom-tools.js';
import { readToolCall, readToolResult } from './client-tool-items.js';
import { handlingOf } from './item-table.js';
import { flatName } from './namespaces.js';
import { place, type NativeOnly } from './native-only.js';
import { readEncryptedContent } from './encrypted-content.js';

const COMPACTED =
  '[An earlier part of this conversation was compacted by another provider and cannot be read here.]';

/** Reads the conversation: instructions of all roles in order, then turns. @throws FieldError */
export function readInput(fields: Fields, nativeOnly: NativeOnly): Input {
  const input = fields.textOrObjects('input');
  if (input === undefined) return { system: [], turns: [], tools: [] };
  if (typeof input === 'string') {
    return { system: [], turns: [{ role: 'user', parts: [{ type: 'text', text: input }] }], tools: [] };
  }
  const conversation = new Conversation(nativeOnly);
  for (const item of input) conversation.add(item);
  return conversation;
}

/** The conversation and the tools that its items add. */
export interface Input extends Pick<CanonicalChat, 'system' | 'turns'> {
  readonly tools: Fields[];
}

/** Collects items into turns: all consecutive items of the assistant become one canonical turn. */
class Conversation implements Input {
  readonly system: CanonicalChat['system'] = [];
  readonly turns: CanonicalTurn[] = [];
  readonly tools: Fields[] = [];
  /** Signature of the tool call that directly follows. */
  private callSignature: string | undefined;

  constructor(private readonly nativeOnly: NativeOnly) {}

  add(item: Fields): void {
    const type = item.string('type') ?? 'message';
    const signature = this.callSignature;
    this.callSignature = undefined;
    switch (type) {
      case 'message':
        return this.message(item);
      case 'function_call':
        return this.assistant(call(item, item.string('arguments') ?? '', signature));
      case 'custom_tool_call':
        return this.assistant(call(item, customArguments(item.neededString('input')), signature));
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.result(item);
      case 'reasoning':
        return this.thoughts(item);
      default:
        return this.other(item, type);
    }
  }

  /** Items without an equivalent at other providers; see ITEMS. */
  private other(item: Fields, type: string): void {
    switch (handlingOf(type)) {
      case 'call':
        return this.assistant(readToolCall(item, type));
      case 'result':
        return this.results(readToolResult(item));
      case 'tools':
        this.tools.push(...item.objects('tools'));
        return;
      case 'marker':
        this.turns.push({ role: 'user', parts: [{ type: 'text', text: COMPACTED }] });
        return;
      case 'text':
        this.turns.push({ role: 'user', parts: readAgentMessage(item, this.nativeOnly) });
        return;
      case 'stored':
      case 'refused':
        this.nativeOnly.push(place(item.place('type'), type));
        return;
      case 'left-out':
        return;
      default:
        this.unknown(item, type);
    }
  }

  private unknown(item: Fields, type: string): void {
    const text = readableText(item);
    if (text === undefined) this.nativeOnly.push(place(item.place('type'), type));
    else if (item.raw('role') === 'assistant') this.assistant({ type: 'text', text });
    else this.turns.push({ role: 'user', parts: [{ type: 'text', text }] });
  }

  private message(item: Fields): void {
    switch (item.string('role')) {
      case 'system':
      case 'developer':
        this.system.push(...readTexts(item, this.nativeOnly));
        return;
      case 'user':
        this.turns.push({ role: 'user', parts: readContent(item, 'content', this.nativeOnly) });
        return;
      case 'assistant':
        return this.assistant(...readContent(item, 'content', this.nativeOnly));
      default:
        throw item.unsupported('role');
    }
  }

  private assistant(...parts: TurnPart[]): void {
    const last = this.turns.at(-1);
    if (last?.role === 'assistant') last.parts.push(...parts);
    else if (parts.length > 0) this.turns.push({ role: 'assistant', parts });
  }

  /** Canonical tool results contain only text and images: files inside a result follow as parts of the turn. */
  private result(item: Fields): void {
    const content = readContent(item, 'output', this.nativeOnly);
    const result: TurnPart = {
      type: 'tool-result',
      id: item.neededString('call_id'),
      parts: content.filter((part) => part.type === 'text' || part.type === 'image'),
    };
    this.results(result, ...content.filter((part) => part.type !== 'text' && part.type !== 'image'));
  }

  private results(...parts: TurnPart[]): void {
    const last = this.turns.at(-1);
    if (last?.role === 'user' && last.parts[0]?.type === 'tool-result') last.parts.push(...parts);
    else this.turns.push({ role: 'user', parts });
  }

  /** Reasoning signed by another provider is kept as text only; providers send it where it is of use. */
  private thoughts(item: Fields): void {
    const text = [...item.objects('summary'), ...item.objects('content')]
      .map((part) => part.neededString('text'))
      .join('\n\n');
    const encrypted = readEncryptedContent(item.string('encrypted_content') ?? '');
    switch (encrypted?.of) {
      case 'thoughts':
        return this.assistant({ type: 'reasoning', text, signature: encrypted.signature });
      case 'redacted':
        return this.assistant({ type: 'reasoning-redacted', data: encrypted.data });
      case 'call':
        this.callSignature = encrypted.signature;
        return;
      default:
        if (text !== '') this.assistant({ type: 'reasoning', text });
    }
  }
}

function call(item: Fields, callArguments: string, signature: string | undefined): TurnPart {
  return {
    type: 'tool-call',
    id: item.neededString('call_id'),
    name: flatName(item.string('namespace'), item.neededString('name')),
    arguments: callArguments,
    ...(signature !== undefined && { signature }),
  };
}
