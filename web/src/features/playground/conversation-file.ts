import type { ChatMessage } from './playground.types';

/** A conversation to read on, with the names of both sides as headings. */
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

/** A conversation for programs. */
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
