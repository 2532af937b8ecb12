import { limitTools } from './limit-tools.js';

const limited = (tools: string) =>
  limitTools(Buffer.from(`{"tools":[${tools}],"messages":[]}`), 3).toString();

test.each([
  [
    'no limit',
    '{"type":"web_search_20250305","name":"web_search"}',
    '{"type":"web_search_20250305","name":"web_search","max_uses":3}',
  ],
  [
    'a larger one',
    '{"type":"web_fetch_20250910", "max_uses":9}',
    '{"type":"web_fetch_20250910", "max_uses":3}',
  ],
  [
    'none that is valid',
    '{"max_uses":null,"type":"web_search_20250305"}',
    '{"max_uses":3,"type":"web_search_20250305"}',
  ],
  [
    'two, of which the first is larger',
    '{"max_uses":90,"type":"web_search_20250305","max_uses":1}',
    '{"type":"web_search_20250305","max_uses":3}',
  ],
  [
    'a smaller one',
    '{"type":"web_search_20250305", "max_uses":2}',
    '{"type":"web_search_20250305", "max_uses":2}',
  ],
  [
    'the client’s own tool',
    '{"name":"web_search","input_schema":{"type":"object"}}',
    '{"name":"web_search","input_schema":{"type":"object"}}',
  ],
])('%s', (_case, tool, expected) => {
  expect(limited(tool)).toBe(`{"tools":[${expected}],"messages":[]}`);
  expect(limited(`${tool},{"name":"a"}`)).toBe(`{"tools":[${expected},{"name":"a"}],"messages":[]}`);
});

test('a body without tools stays as it is', () => {
  const body = Buffer.from('{"messages":[]}');
  expect(limitTools(body, 3)).toBe(body);
});
