import type { AnswerPiece, ChatMessage, ToolCall, ToolCallPiece } from '../playground.types';

export function message(
  role: ChatMessage['role'],
  content: string,
  status: ChatMessage['status'],
): ChatMessage {
  return { id: crypto.randomUUID(), role, content, status, createAt: Date.now() };
}

/** Appends a delta to an answer; finished answers stay unchanged. @param now epoch milliseconds */
export function grown(answer: ChatMessage, piece: AnswerPiece, now = Date.now()): ChatMessage {
  if (hasEnded(answer)) return answer;
  const begins = Boolean(piece.content ?? piece.reasoning ?? piece.toolCalls);
  return {
    ...answer,
    status: begins ? 'incomplete' : answer.status,
    content: answer.content + (piece.content ?? ''),
    ...(begins && answer.firstMs === undefined && { firstMs: now - answer.createAt }),
    ...(piece.usage && { usage: piece.usage }),
    ...(piece.reasoning && { reasoning: (answer.reasoning ?? '') + piece.reasoning }),
    ...(piece.toolCalls && { toolCalls: grownCalls(answer.toolCalls ?? [], piece.toolCalls) }),
  };
}

/** The identifier comes with the first part of a call. Some providers give every call the number 0. */
function grownCalls(calls: readonly ToolCall[], pieces: readonly ToolCallPiece[]): ToolCall[] {
  const all = [...calls];
  for (const { index, id = '', name = '', arguments: text = '' } of pieces) {
    const at = all.findLastIndex((call) => call.index === index && (id === '' || call.id === id));
    const call = all[at] ?? { index, id, name: '', arguments: '' };
    all[at < 0 ? all.length : at] = {
      ...call,
      name: call.name + name,
      arguments: call.arguments + text,
    };
  }
  return all;
}

/** Why an answer ended early. */
export interface AnswerProblem {
  text: string;
  code: string;
  /** HTTP status; 0 = no response, or an error within the answer. */
  status: number;
}

/** Marks an answer as finished, with an optional `problem`. */
export function ended(answer: ChatMessage, problem?: AnswerProblem): ChatMessage {
  if (hasEnded(answer)) return answer;
  return {
    ...answer,
    status: problem === undefined ? 'complete' : 'error',
    ...(problem && {
      problem: problem.text,
      problemCode: problem.code,
      problemStatus: problem.status,
    }),
    tookMs: Date.now() - answer.createAt,
  };
}

function hasEnded({ status }: ChatMessage): boolean {
  return status === 'complete' || status === 'error';
}

/** With the results that the user entered for the tool calls, in their order. */
export function withToolResults(answer: ChatMessage, results: readonly string[]): ChatMessage {
  const { toolCalls = [] } = answer;
  return { ...answer, toolCalls: toolCalls.map((call, at) => ({ ...call, result: results[at] ?? '' })) };
}
