import { deepseekViolations } from './deepseek-rules.js';

/** Checks that the strict double rejects invalid requests: a double that accepts everything proves nothing. */
const user = { role: 'user', content: 'q' };
const call = (fields: object = { reasoning_content: 'thought' }) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  ...fields,
});
const answer = { role: 'tool', tool_call_id: 'c', content: 'r' };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } };
const forced = { tools: [tool], tool_choice: 'required' };
const check = (fields: object) =>
  deepseekViolations(
    { model: 'deepseek-reasoner', messages: [user], ...fields },
    new Map([['c', 'thought']]),
  ).join('; ');

test('takes good requests', () => {
  expect(check({ messages: [user, call(), answer], tools: [tool], max_tokens: 5 })).toBe('');
  expect(check({ model: 'deepseek-chat', messages: [user, call({}), answer], ...forced })).toBe('');
  expect(check({ thinking: { type: 'disabled' }, messages: [user, call({}), answer], ...forced })).toBe('');
});

test.each<[object, string]>([
  [{ thinking_budget: 5 }, 'unknown member thinking_budget'],
  [{ max_completion_tokens: 5 }, 'unknown member max_completion_tokens'],
  [{ messages: [{ role: 'developer', content: 'x' }, user] }, 'unknown variant `developer`'],
  [{ messages: [{ ...user, cache_control: {} }] }, 'unknown member cache_control'],
  [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'unknown variant `image_url`'],
  [{ messages: [user, { role: 'assistant' }] }, 'content or tool_calls must be set'],
  [{ messages: [user, call()] }, 'without a tool message'],
  [{ messages: [user, answer] }, 'without a preceding call'],
  [{ messages: [user, call({}), answer] }, 'must be passed back'],
  [{ messages: [user, call({ reasoning_content: 'other' }), answer] }, 'not what was given'],
  [{ model: 'deepseek-v4-pro', messages: [user, call({}), answer] }, 'must be passed back'],
  [forced, 'does not support this tool_choice'],
  [{ logprobs: true }, 'not supported in thinking mode'],
  [{ response_format: { type: 'json_schema' } }, 'json_schema is unavailable'],
  [{ response_format: { type: 'json_object' } }, "the word 'json'"],
  [{ stream_options: { include_usage: true } }, 'only when streaming'],
  [{ reasoning_effort: 'much' }, 'unknown value'],
  [{ tools: [{ type: 'custom', custom: { name: 'f' } }] }, 'unknown variant `custom`'],
])('refuses %j', (fields, problem) => {
  expect(check(fields)).toContain(problem);
});
