import type { CanonicalChat, CanonicalTurn, MediaSource, TurnPart } from '../../../canonical/chat.js';

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/**
 * A conversation as items of OpenAI's Responses API, in order. Reasoning is dropped: OpenAI cannot use other providers'
 * signatures.
 */
export function inputItems(turns: CanonicalChat['turns'], instructor: 'system' | 'developer'): object[] {
  return turns.flatMap((turn) => {
    if (turn.role === 'system') return [instructionItem(turn, instructor)];
    return turn.role === 'assistant' ? assistantItems(turn) : userItems(turn);
  });
}

/** An instruction at its position in the conversation. */
function instructionItem(turn: CanonicalTurn, role: 'system' | 'developer'): object {
  const texts = turn.parts.map((part) => (part.type === 'text' ? part.text : ''));
  return { role, content: texts.join('\n') };
}

/** The user's content is a message, and each tool result an item of its own. */
function userItems(turn: CanonicalTurn): object[] {
  const items: object[] = [];
  let content: object[] = [];
  const close = () => {
    if (content.length > 0) items.push({ role: 'user', content });
    content = [];
  };
  for (const part of turn.parts) {
    if (part.type === 'tool-result') {
      close();
      items.push({ type: 'function_call_output', call_id: part.id, output: resultOf(part) });
    } else content.push(...userContent(part));
  }
  close();
  return items;
}

function userContent(part: TurnPart): object[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [inputText(part.text)];
    case 'image':
      return [inputImage(part)];
    case 'file':
      return [inputFile(part)];
    case 'audio':
      return [{ type: 'input_audio', input_audio: { data: part.data, format: part.format } }];
    default:
      return [];
  }
}

/** A string if there is only text: every gateway with this protocol accepts it. */
function resultOf({ parts, isError }: Part<'tool-result'>): string | object[] {
  const prefix = isError ? 'Error: ' : '';
  if (parts.every((part) => part.type === 'text')) return prefix + parts.map(({ text }) => text).join('');
  const content = parts.map((part) => (part.type === 'text' ? inputText(part.text) : inputImage(part)));
  return isError ? [inputText(prefix), ...content] : content;
}

function assistantItems(turn: CanonicalTurn): object[] {
  return turn.parts.flatMap((part): object[] => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [{ role: 'assistant', content: part.text }];
      case 'tool-call':
        return [
          { type: 'function_call', call_id: part.id, name: part.name, arguments: part.arguments || '{}' },
        ];
      default:
        return [];
    }
  });
}

function inputText(text: string): object {
  return { type: 'input_text', text };
}

function inputImage({ source, detail }: Part<'image'>): object {
  return { type: 'input_image', image_url: address(source), detail: detail ?? 'auto' };
}

/** Plain text files are sent as text, which every model reads; only others, such as PDF, are sent as files. */
function inputFile({ source, name }: Part<'file'>): object {
  if (source.type === 'url') return { type: 'input_file', file_url: source.url };
  if (!source.mediaType.startsWith('text/'))
    return { type: 'input_file', filename: name ?? 'document.pdf', file_data: address(source) };
  const text = Buffer.from(source.data, 'base64').toString('utf8');
  return inputText(name === undefined ? text : `${name}\n${text}`);
}

function address(source: MediaSource): string {
  return source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`;
}
