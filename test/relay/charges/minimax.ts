import { CALL, answer, type ChatForm } from './chat-form.js';
import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://platform.minimaxi.com/document/ChatCompletion_v2';
const M2 = { ratio: 0.15, completion: 4, cache: 0.1 };
const around =
  '"input_sensitive":false,"output_sensitive":false,"base_resp":{"status_code":0,"status_msg":""},';

/** The last event of a stream is the whole response again. */
function chat(usage: string, form: Partial<ChatForm> = {}): { body: string; stream: string[] } {
  const { body, stream } = answer({ model: 'MiniMax-M2', usage, more: around, ...form });
  return { body, stream: [...stream.slice(0, 1), `data: ${body}`] };
}

export const minimax: ChargeFamily = {
  provider: 'MiniMax',
  type: 35,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'MiniMax-M2',
      prices: M2,
      ...chat('{"total_tokens":300,"total_characters":0,"prompt_tokens":26,"completion_tokens":274}'),
      charge: 168,
      working: '26 × 0.15 = 3.9; 274 × 0.6 = 164.4; 168.3, rounded 168',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: API,
      model: 'MiniMax-M2',
      prices: M2,
      ...chat(
        '{"total_tokens":1000,"total_characters":0,"prompt_tokens":100,"completion_tokens":900,"completion_tokens_details":{"reasoning_tokens":800}}',
        { message: '"role":"assistant","name":"MiniMax AI","reasoning_content":"Hm.","content":"Good day."' },
      ),
      charge: 555,
      working: '100 × 0.15 = 15; 900 × 0.6 = 540; together 555',
    },
    {
      name: 'cached input',
      documentation: 'https://platform.minimax.io/docs/api-reference/text-prompt-caching',
      model: 'MiniMax-M2',
      prices: M2,
      ...chat(
        '{"total_tokens":2100,"total_characters":0,"prompt_tokens":2000,"completion_tokens":100,"prompt_tokens_details":{"cached_tokens":1800}}',
      ),
      charge: 117,
      working: '200 × 0.15 = 30; 1800 × 0.015 = 27; 100 × 0.6 = 60; together 117',
    },
    {
      name: 'a tool call',
      documentation: API,
      model: 'MiniMax-M2',
      prices: { ...M2, group: 4 },
      ...chat('{"total_tokens":150,"total_characters":0,"prompt_tokens":130,"completion_tokens":20}', CALL),
      charge: 126,
      working: '(130 × 0.15 + 20 × 0.6) × 4 = (19.5 + 12) × 4 = 126',
    },
    {
      name: 'an answer that reached its limit',
      documentation: API,
      model: 'abab6.5s-chat',
      prices: { ratio: 0.07, completion: 1 },
      ...chat('{"total_tokens":999,"total_characters":0,"prompt_tokens":743,"completion_tokens":256}', {
        model: 'abab6.5s-chat',
        finish: 'length',
      }),
      charge: 70,
      working: '999 × 0.07 = 69.93, rounded 70',
    },
  ],
};
