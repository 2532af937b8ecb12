import { createParser, type EventSourceMessage } from 'eventsource-parser';
import i18next from 'i18next';
import { ApiError } from '../../../lib/api/api';
import { openStream } from '../../../lib/api/relay-calls';
import { requestOf } from './playground-request';
import type { AnswerPiece, ChatMessage, PlaygroundSettings, ToolCallPiece } from '../playground.types';

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
  choices?: { delta?: Delta }[];
  error?: { message?: string; code?: unknown };
}

interface Delta {
  content?: string | null;
  reasoning_content?: string | null;
  tool_calls?: { index?: number; id?: string; function?: { name?: string; arguments?: string } }[] | null;
}

function readPiece(data: string): AnswerPiece {
  const chunk = parse(data);
  if (chunk.error) {
    const { message, code } = chunk.error;
    throw new ApiError(
      0,
      message ?? i18next.t('common.requestFailed'),
      typeof code === 'string' ? code : undefined,
    );
  }
  const delta = chunk.choices?.[0]?.delta;
  return {
    ...(delta?.content && { content: delta.content }),
    ...(chunk.usage && {
      usage: { input: chunk.usage.prompt_tokens ?? 0, output: chunk.usage.completion_tokens ?? 0 },
    }),
    ...(delta?.reasoning_content && { reasoning: delta.reasoning_content }),
    ...(delta?.tool_calls && { toolCalls: delta.tool_calls.map(readCall) }),
  };
}

function readCall(
  { index, id, function: called }: NonNullable<Delta['tool_calls']>[number],
  at: number,
): ToolCallPiece {
  return {
    index: index ?? at,
    ...(id && { id }),
    ...(called?.name && { name: called.name }),
    ...(called?.arguments && { arguments: called.arguments }),
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
