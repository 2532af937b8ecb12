import type { Status } from './response.js';

/** Parts and items of a response, as in `output` and in the events that open and close them. */
export const outputText = (text: string, annotations: readonly object[] = []): object => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

export const refusalPart = (refusal: string): object => ({ type: 'refusal', refusal });

export const summaryText = (text: string): object => ({ type: 'summary_text', text });

export const messageItem = (id: string, content: readonly object[], status: Status): object => ({
  id,
  type: 'message',
  status,
  role: 'assistant',
  content,
});

/** @param encrypted contains the signature of the reasoning, or of the call that follows */
export const reasoningItem = (
  id: string,
  summary: readonly object[],
  encrypted: string | undefined,
): object => ({
  id,
  type: 'reasoning',
  summary,
  ...(encrypted !== undefined && { encrypted_content: encrypted }),
});

/** A call's id, with the client's name of the tool. */
export interface CallName {
  id: string;
  name: string;
  namespace?: string | undefined;
}

export const callItem = (id: string, call: CallName & { arguments: string }, status: Status): object => ({
  id,
  type: 'function_call',
  status,
  arguments: call.arguments,
  call_id: call.id,
  name: call.name,
  ...(call.namespace !== undefined && { namespace: call.namespace }),
});

export const customItem = (id: string, call: CallName, input: string, status: Status): object => ({
  id,
  type: 'custom_tool_call',
  status,
  call_id: call.id,
  name: call.name,
  ...(call.namespace !== undefined && { namespace: call.namespace }),
  input,
});
