import fc from 'fast-check';
import { scanObject } from './scan.js';
import { seededRuns } from '../../../test/setup/properties.js';

/** Names of the noted members of a body, in order. */
function noted(body: object | string): string[] {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const names = (scanObject(bytes).noted ?? []).filter((_, index) => index % 2 === 1);
  return names.map((start) => {
    const text = bytes.toString('utf8', start);
    return JSON.parse(/^"(?:[^"\\]|\\.)*"/.exec(text)![0]) as string;
  });
}

const content = (part: object) => ({ model: 'm', messages: [{ role: 'user', content: [part] }] });

test('a body without references, tools and cache hints has no noted members', () => {
  const tool = { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } };
  const tools = [{ function: { name: 'find', parameters: tool } }];
  expect(
    scanObject(Buffer.from(JSON.stringify({ ...content({ type: 'text', text: 'x' }), tools }))).noted,
  ).toBeUndefined();
});

test.each([
  ['of content', content({ image_url: { url: 'https://a.example' } }), ['image_url']],
  ['of the body', { model: 'm', previous_response_id: 'resp_1', input: 'x' }, ['previous_response_id']],
  [
    'of the items of a list',
    { tools: [{ type: 'web_search' }, { googleSearch: {} }] },
    ['type', 'googleSearch'],
  ],
  ['of options', { google: { cached_content: 'c' } }, ['cached_content']],
  ['of options in others', { extra_body: { google: { cachedContent: 'c' } } }, ['cachedContent']],
  ['types of deeper objects are not', { tools: [{ function: { parameters: { type: 'object' } } }] }, []],
  ['metadata with such a name is not', { metadata: { file_id: 'a', image_url: 'b' } }, []],
  ['words of a text are not', content({ text: 'a "file_id":"x" and "image_url"' }), []],
] as const)('noted: %s', (_case, body, names) => {
  expect(noted(body)).toEqual(names);
});

test('no spelling of a name hides it', () => {
  const body = '{"messages":[{"content":[{"file":{"file\\u005fid":"a"}}]}],"previous\\u005fresponse_id":"r"}';
  expect(noted(body)).toEqual(['file_id', 'previous_response_id']);
});

test('repeated names are found, however they are spelled, and nothing else', () => {
  const names = fc.constantFrom('n', 'm', 'model', 'max_tokens', 'stream', 'é', 'best_of', 'x'.repeat(40));
  const spelled = fc
    .tuple(names, fc.boolean())
    .map(([name, isEscaped]) =>
      isEscaped
        ? `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}"`
        : JSON.stringify(name),
    );
  fc.assert(
    fc.property(fc.array(spelled, { maxLength: 7 }), fc.nat(90), (members, others) => {
      const more = Array.from({ length: others }, (_, index) => `"other${index}"`);
      const all = [...more.slice(0, others / 2), ...members, ...more.slice(others / 2)];
      const { isRepeated } = scanObject(Buffer.from(`{${all.map((name) => `${name}:1`).join(',')}}`));
      expect(isRepeated).toBe(new Set(all.map((name) => JSON.parse(name) as string)).size < all.length);
    }),
    seededRuns(600, 23),
  );
});
