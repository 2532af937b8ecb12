import { createParser, type EventSourceMessage } from 'eventsource-parser';
import i18next from 'i18next';
import { openStream } from '../../lib/api/api';
import { requestOf } from './playground-request';
import type { AnswerPiece, ChatMessage, PlaygroundSettings } from './playground.types';

interface StreamOptions {
  signal: AbortSignal;
  onPiece: (piece: AnswerPiece) => void;
}

/**
 * Sends the conversation as the signed-in user and reports each delta. Resolves at `[DONE]` or when the connection ends
 * without it.
 * @throws the server's message on an HTTP error or an error event
 */
export async function streamAnswer(
  history: readonly ChatMessage[],
  settings: PlaygroundSettings,
  { signal, onPiece }: StreamOptions,
): Promise<void> {
  const body = await openStream('/pg/chat/completions', requestOf(history, settings), signal);
  let done = false;
  const parser = createParser({
    onEvent(event: EventSourceMessage) {
      if (done) return;
      if (event.data === '[DONE]') done = true;
      else onPiece(readPiece(event.data));
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (!done) {
      const { value, done: ended } = await reader.read();
      if (ended) break;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Also after `[DONE]`, so that the server stops sending.
    await reader.cancel().catch(() => undefined);
  }
}

interface Chunk {
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  choices?: { delta?: { content?: string | null; reasoning_content?: string | null } }[];
  error?: { message?: string };
}

function readPiece(data: string): AnswerPiece {
  const chunk = parse(data);
  if (chunk.error) throw new Error(chunk.error.message ?? i18next.t('common.requestFailed'));
  const delta = chunk.choices?.[0]?.delta;
  return {
    ...(delta?.content && { content: delta.content }),
    ...(chunk.usage && {
      usage: { input: chunk.usage.prompt_tokens ?? 0, output: chunk.usage.completion_tokens ?? 0 },
    }),
    ...(delta?.reasoning_content && { reasoning: delta.reasoning_content }),
  };
}

function parse(data: string): Chunk {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? value : {};
  } catch (broken) {
    throw new Error(i18next.t('http.unreadable'), { cause: broken });
  }
}
