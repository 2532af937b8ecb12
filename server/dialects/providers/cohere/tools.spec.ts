import { bodyOf } from '../../../../test/dialects/recorded.js';
import { written } from '../../../../test/dialects/provider-calls.js';
import { COHERE, MODEL, sent, tool, user } from '../../../../test/dialects/cohere-requests.js';

describe('tool choice', () => {
  const tools = [tool('f'), tool('g')];
  const named = { type: 'function', function: { name: 'g' } };

  test.each<[unknown, string | undefined, string[]]>([
    ['auto', undefined, ['f', 'g']],
    ['none', 'NONE', ['f', 'g']],
    ['required', 'REQUIRED', ['f', 'g']],
    [named, 'REQUIRED', ['g']],
  ])('%j', (choice, expected, names) => {
    const body = sent({ tools, tool_choice: choice });
    expect(body.tool_choice).toBe(expected);
    expect((body.tools as { function: { name: string } }[]).map((one) => one.function.name)).toEqual(names);
  });

  test('older models get no tool_choice, and no tools if they must not call any', () => {
    const model = 'command-r-08-2024';
    expect(sent({ tools, tool_choice: 'required' }, { model })).not.toHaveProperty('tool_choice');
    expect(sent({ tools, tool_choice: 'none' }, { model })).not.toHaveProperty('tools');
  });
});

describe('tools that are all strict', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const strict = (name: string, parameters: object = schema) => ({
    type: 'function',
    function: { name, strict: true, parameters },
  });

  test('are enforced', () => {
    const body = sent({ tools: [strict('f', { ...schema, additionalProperties: false }), strict('g')] });
    expect(body).toMatchObject({ strict_tools: true, tools: [{ function: { parameters: schema } }, {}] });
    expect(JSON.stringify(body)).not.toContain('additionalProperties');
  });

  test.each([
    ['another is not', [strict('f'), tool('g', schema)]],
    ['nothing is required', [strict('f', { type: 'object', properties: {} })]],
    ['a schema cannot be enforced', [strict('f', { ...schema, properties: { a: { anyOf: [] } } })]],
    ['they have too many fields', Array.from({ length: 201 }, (_, at) => strict(`f${at}`))],
  ])('are not enforced if %s', (_, tools) => {
    expect(sent({ tools })).not.toHaveProperty('strict_tools');
  });
});

test('names of tools are letters, digits and underscores', () => {
  const call = written(
    COHERE,
    { messages: [user], tools: [tool('fs.read-file'), tool('3d')] },
    { model: MODEL },
  );
  expect(bodyOf(call)).toMatchObject({
    tools: [{ function: { name: 'fs_read_file' } }, { function: { name: 't_3d' } }],
  });
  expect(call.toolNames).toEqual(
    new Map([
      ['fs_read_file', 'fs.read-file'],
      ['t_3d', '3d'],
    ]),
  );
});
