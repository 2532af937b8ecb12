import { fitSchema } from './json-output.js';
import { sent, tool, user } from '../../../../test/dialects/cohere-requests.js';

describe('JSON output', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 }, maximum: { type: 'string', pattern: '^a$' } },
    required: ['n'],
    additionalProperties: false,
  };
  const format = (source: object) => ({ type: 'json_schema', json_schema: { name: 'x', schema: source } });

  test('the prompt asks for it', () => {
    const json = { response_format: { type: 'json_object' } };
    expect(sent(json)).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ role: 'system', content: expect.stringContaining('JSON') as string }, user],
    });
    const asking = [{ role: 'user', content: 'as json please' }];
    expect(sent({ ...json, messages: asking }).messages).toEqual(asking);
  });

  test('a schema is sent without the keywords that are rejected', () => {
    expect(sent({ response_format: format(schema) }).response_format).toEqual({
      type: 'json_object',
      json_schema: {
        type: 'object',
        properties: { n: { type: 'integer' }, maximum: { type: 'string' } },
        required: ['n'],
      },
    });
  });

  test.each([
    ['a choice', { type: 'object', properties: { a: { anyOf: [] } }, required: ['a'] }],
    ['nothing required', { type: 'object', properties: {} }],
    ['a nested object of which nothing is required', { ...schema, properties: { n: { type: 'object' } } }],
    [
      'a list of such objects',
      { ...schema, properties: { n: { type: 'array', items: { type: 'object' } } } },
    ],
    ['no object', { type: 'array' }],
  ])('a schema with %s is described', (_name, source) => {
    expect(fitSchema(source)).toBeUndefined();
    expect(sent({ response_format: format(source) })).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: expect.stringContaining(JSON.stringify(source)) as string },
        user,
      ],
    });
  });

  test('with tools, it is described', () => {
    const body = sent({ response_format: format(schema), tools: [tool('f')] });
    expect(body).not.toHaveProperty('response_format');
    expect(JSON.stringify(body.messages)).toContain('additionalProperties');
  });
});
