import type { Gateway } from '../setup/gateway.js';

/** What the providers of the tests answer. */
export const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 },
};

let questions = 0;

/** Sends a question that was not asked before, which no affinity leads to a channel. @returns the status of the answer */
export async function askQuestion(gateway: Gateway, token: string): Promise<number> {
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: `question ${++questions}` }] };
  const response = await gateway.relay('/v1/chat/completions', token, body);
  await response.arrayBuffer();
  return response.status;
}
