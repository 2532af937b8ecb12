import i18next from 'i18next';
import type { AnswerPiece, ChatMessage } from './playground.types';

/** The initial messages; they are part of the conversation. */
export function greeting(): ChatMessage[] {
  return [
    message('user', i18next.t('playground.hello'), 'complete'),
    message('assistant', i18next.t('playground.helloAnswer'), 'complete'),
  ];
}

export function message(
  role: ChatMessage['role'],
  content: string,
  status: ChatMessage['status'],
): ChatMessage {
  return { id: crypto.randomUUID(), role, content, status, createAt: Date.now() };
}

/** Appends a delta to an answer; finished answers stay unchanged. */
export function grown(answer: ChatMessage, piece: AnswerPiece): ChatMessage {
  if (answer.status === 'complete' || answer.status === 'error') return answer;
  return {
    ...answer,
    status: piece.content || piece.reasoning ? 'incomplete' : answer.status,
    content: answer.content + (piece.content ?? ''),
    ...(piece.usage && { usage: piece.usage }),
    ...(piece.reasoning && { reasoning: (answer.reasoning ?? '') + piece.reasoning }),
  };
}

/** Marks an answer as finished, with an optional `problem`. */
export function ended(answer: ChatMessage, problem?: string, problemCode = ''): ChatMessage {
  if (answer.status === 'complete' || answer.status === 'error') return answer;
  return {
    ...answer,
    status: problem === undefined ? 'complete' : 'error',
    ...(problem !== undefined && { problem, problemCode }),
    tookMs: Date.now() - answer.createAt,
  };
}
