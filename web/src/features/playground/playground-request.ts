import type { ChatMessage, PlaygroundSettings } from './playground.types';

/** What is sent to the playground's own address. */
export function requestOf(history: readonly ChatMessage[], settings: PlaygroundSettings): object {
  const { model, group, maxTokens, temperature } = settings;
  return {
    messages: messagesOf(history, settings),
    stream: true,
    // Without being asked, vendors do not say what a streamed answer took.
    stream_options: { include_usage: true },
    model,
    group,
    max_tokens: maxTokens,
    temperature,
  };
}

/** The same question for the gateway's public address, as a command for a terminal. */
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
  // In single quotes a shell reads everything as it is, except the quote itself.
  const quoted = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${server.replace(/\/$/, '')}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${quoted}'`,
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
