import type { ChatMessage } from '../playground.types';

/** The conversation as Markdown; the headings name the speakers. */
export function toMarkdown(
  messages: readonly ChatMessage[],
  names: { user: string; assistant: string },
): string {
  const parts = messages.map(({ role, content, reasoning, model, problem }) =>
    [
      `## ${names[role]}${role === 'assistant' && model ? ` (${model})` : ''}`,
      reasoning?.replace(/^/gm, '> '),
      content,
      problem,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

/** The conversation as JSON. */
export function toJson(messages: readonly ChatMessage[]): string {
  const rows = messages.map(
    ({ role, content, images, reasoning, model, usage, createAt, tookMs, problem }) => ({
      role,
      content,
      images,
      reasoning,
      model,
      usage,
      at: new Date(createAt).toISOString(),
      tookMs,
      problem,
    }),
  );
  return `${JSON.stringify(rows, null, 2)}\n`;
}
