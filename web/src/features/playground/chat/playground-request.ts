import type { ChatFile, ChatMessage, PlaygroundSettings } from '../playground.types';
import { readTools } from './tools';

/** The request body for the playground's endpoint. */
export function requestOf(history: readonly ChatMessage[], settings: PlaygroundSettings): object {
  const { model, group, maxTokens, temperature } = settings;
  return {
    messages: messagesOf(history, settings),
    stream: true,
    // Providers omit usage from streamed responses unless it is requested.
    stream_options: { include_usage: true },
    model,
    group,
    max_tokens: maxTokens,
    temperature,
    ...toolsOf(settings),
  };
}

/** The same request to the gateway's public API. */
export function publicBodyOf(
  history: readonly ChatMessage[],
  settings: PlaygroundSettings,
): Record<string, unknown> {
  const { model, maxTokens, temperature } = settings;
  return {
    model,
    messages: messagesOf(history, settings),
    stream: true,
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
    ...toolsOf(settings),
  };
}

function toolsOf({ tools: text }: PlaygroundSettings): object {
  const read = readTools(text);
  return 'tools' in read && read.tools.length > 0 ? { tools: read.tools } : {};
}

function messagesOf(history: readonly ChatMessage[], { system }: PlaygroundSettings): object[] {
  return [...(system.trim() ? [{ role: 'system', content: system }] : []), ...history.flatMap(sent)];
}

/** Providers refuse calls of tools without their results, so that calls without one are left out. */
function sent({ role, content, images = [], files = [], toolCalls = [] }: ChatMessage): object[] {
  if (role === 'user') return [{ role, content: contentOf(content, images, files) }];
  if (toolCalls.length === 0) return [{ role, content }];
  if (toolCalls.some(({ result }) => result === undefined)) return content === '' ? [] : [{ role, content }];
  const calls = toolCalls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }));
  return [
    { role, content, tool_calls: calls },
    ...toolCalls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

function contentOf(text: string, images: readonly string[], files: readonly ChatFile[]): string | object[] {
  if (images.length === 0 && files.length === 0) return text;
  return [
    ...files.map(partOf),
    ...(text ? [{ type: 'text', text }] : []),
    ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
  ];
}

/** Text goes as text, which every model reads; documents as files: https://platform.openai.com/docs/guides/pdf-files */
function partOf({ name, kind, data }: ChatFile): object {
  return kind === 'text'
    ? { type: 'text', text: `${name}:\n\n${data}` }
    : { type: 'file', file: { filename: name, file_data: data } };
}
