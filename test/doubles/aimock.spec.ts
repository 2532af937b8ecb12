import Anthropic from '@anthropic-ai/sdk';
import type { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { ASK_FOR_REASONING, ASK_FOR_TOOL, TOOL_CALL_ID, startAimock } from './aimock.js';

let mock: LLMock;
beforeAll(async () => {
  mock = await startAimock();
});
afterAll(() => mock.stop());

test('the simulated provider calls a tool for OpenAI clients and goes on with its result', async () => {
  const client = new OpenAI({ baseURL: `${mock.url}/v1`, apiKey: 'k', maxRetries: 0 });
  const question = { role: 'user' as const, content: `What is the ${ASK_FOR_TOOL}?` };
  const first = await client.chat.completions.create({ model: 'gpt-4o', messages: [question] });
  const call = first.choices[0]!.message;
  expect(call.tool_calls?.[0]).toMatchObject({
    id: TOOL_CALL_ID,
    function: { arguments: '{"city":"Berlin"}' },
  });
  const second = await client.chat.completions.create({
    model: 'gpt-4o',
    messages: [question, call, { role: 'tool', tool_call_id: TOOL_CALL_ID, content: '21' }],
  });
  expect(second.choices[0]?.message.content).toBe('It is 21 degrees in Berlin.');
});

test('it speaks Anthropic with reasoning, streamed', async () => {
  const client = new Anthropic({ baseURL: mock.url, apiKey: 'k', maxRetries: 0 });
  const answer = await client.messages
    .stream({
      model: 'claude-3-7-sonnet-20250219',
      max_tokens: 100,
      messages: [{ role: 'user', content: `${ASK_FOR_REASONING} two and two` }],
    })
    .finalMessage();
  expect(answer.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
});
