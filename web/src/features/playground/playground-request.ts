import type { ChatMessage, PlaygroundSettings } from './playground.types';
import { quoted } from '../../lib/models/shell';

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
  };
}

/** The same request to the gateway's public API as a curl command. */
export function curlOf(
  history: readonly ChatMessage[],
  settings: PlaygroundSettings,
  server: string,
): string {
  const { model, maxTokens, temperature } = settings;
  const body = {
    model,
    messages: messagesOf(history, settings),
    stream: true,
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
  };
  return [
    `curl ${server.replace(/\/$/, '')}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

function messagesOf(history: readonly ChatMessage[], { system }: PlaygroundSettings): object[] {
  return [
    ...(system.trim() ? [{ role: 'system', content: system }] : []),
    ...history.map(({ role, content, images = [] }) => ({
      role,
      content: images.length === 0 ? content : withImages(content, images),
    })),
  ];
}

function withImages(text: string, images: readonly string[]): object[] {
  return [
    ...(text ? [{ type: 'text', text }] : []),
    ...images.map((url) => ({ type: 'image_url', image_url: { url } })),
  ];
}
