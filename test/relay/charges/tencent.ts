import type { ChargeFamily } from './recorded-charge.js';

const API = 'https://cloud.tencent.com/document/api/1729/105701';
const TURBO = { ratio: 0.06, completion: 2.5 };
const usage = (prompt: number, done: number) =>
  `"Usage":{"PromptTokens":${prompt},"CompletionTokens":${done},"TotalTokens":${prompt + done}}`;
const head = '"Created":1764230400,"Id":"h-1","Note":"n"';

/** Every event reports the tokens so far. */
function chat(prompt: number, done: number, message: string, delta = message, finish = 'stop') {
  return {
    body: `{"Response":{${head},"RequestId":"q-1",${usage(prompt, done)},"Choices":[{"Index":0,"Message":{${message}},"FinishReason":"${finish}"}]}}`,
    stream: [
      `data: {${head},${usage(prompt, 1)},"Choices":[{"Index":0,"Delta":{"Role":"assistant","Content":""},"FinishReason":""}]}`,
      `data: {${head},${usage(prompt, done)},"Choices":[{"Index":0,"Delta":{${delta}},"FinishReason":"${finish}"}]}`,
      'data: [DONE]',
    ],
  };
}

const call = (index: string) =>
  `"Role":"assistant","Content":"","ToolCalls":[{"Id":"c1",${index}"Type":"function","Function":{"Name":"weather","Arguments":"{\\"city\\":\\"Rome\\"}"}}]`;

export const tencent: ChargeFamily = {
  provider: 'Tencent Hunyuan',
  type: 23,
  charges: [
    {
      name: 'plain',
      documentation: API,
      model: 'hunyuan-turbos-latest',
      prices: TURBO,
      ...chat(500, 100, '"Role":"assistant","Content":"It is fine."'),
      charge: 45,
      working: '500 × 0.06 = 30; 100 × 0.15 = 15; together 45',
    },
    {
      name: 'reasoning is part of the completion',
      documentation: API,
      model: 'hunyuan-t1-latest',
      prices: { ratio: 0.07, completion: 4 },
      ...chat(100, 900, '"Role":"assistant","ReasoningContent":"Let me see.","Content":"Four."'),
      charge: 259,
      working: '100 × 0.07 = 7; 900 × 0.28 = 252; together 259',
    },
    {
      name: 'a tool call',
      documentation: API,
      model: 'hunyuan-turbos-latest',
      prices: { ...TURBO, group: 10 },
      ...chat(200, 20, call(''), call('"Index":0,'), 'tool_calls'),
      charge: 150,
      working: '(200 × 0.06 + 20 × 0.15) × 10 = (12 + 3) × 10 = 150',
    },
  ],
};
