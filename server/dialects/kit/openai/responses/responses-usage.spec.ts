import { readToolCalls } from './responses-usage.js';

const calls = (...output: object[]) => readToolCalls({ output });

test('calls that the client runs, and those of MCP servers, cost nothing', () => {
  const types = ['function', 'custom_tool', 'computer', 'local_shell', 'apply_patch', 'tool_search', 'mcp'];
  expect(calls(...types.map((type) => ({ type: `${type}_call`, status: 'completed' })))).toBeUndefined();
});

test('calls of tools that OpenAI adds have their own name, for which no price is set', () => {
  expect(
    calls({ type: 'teleport_call' }, { type: 'teleport_call' }, { type: 'teleport_call_output' }),
  ).toEqual({
    teleport_call: 2,
  });
});

test('two containers are two sessions', () => {
  const code = (container_id: string) => ({ type: 'code_interpreter_call', container_id });
  expect(calls(code('a'), code('b'), code('a'))).toEqual({ container: 2 });
});

test('a failed call created a container, too', () => {
  const call = { type: 'code_interpreter_call', status: 'failed', container_id: 'a' };
  expect(calls(call)).toEqual({ container: 1 });
});
