import { bodyOf } from '../../../../test/dialects/recorded.js';
import { passed, question, translated } from '../../../../test/dialects/vertex-calls.js';

describe('models with OpenAI’s format', () => {
  test('the name of the publisher is part of the model', () => {
    const model = 'meta/llama3-405b-instruct-maas';
    const call = passed('openai-chat', model, { model: 'x', ...question });
    expect(bodyOf(call)).toEqual({ model, ...question });
    expect(call.url).toMatch(
      /\/v1\/projects\/project-1\/locations\/us-east5\/endpoints\/openapi\/chat\/completions$/,
    );
    expect(call.headers).not.toHaveProperty('authorization');
    expect(call.accessToken).toBeDefined();
  });

  test('Mistral’s rules apply, and the version is in the URL only', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const fields = { tools, tool_choice: 'required', seed: 3, logit_bias: { 1: 1 } };
    expect(bodyOf(translated('mistral-large-2411@001', fields))).toEqual({
      model: 'mistral-large-2411',
      tools,
      tool_choice: 'any',
      random_seed: 3,
      ...question,
    });
  });
});
