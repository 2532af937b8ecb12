import { UpstreamError } from '../failure.js';
import { argumentsText, requireShallow } from './nesting.js';

/** The documented limit. */
const MAX_DEPTH = 512;
const open = (depth: number) => '['.repeat(depth);
const close = (depth: number) => ']'.repeat(depth);

describe('arguments of up to 512 levels are accepted, deeper ones are not', () => {
  test.each<[string, (depth: number) => string]>([
    ['lists', (depth) => open(depth) + close(depth)],
    ['objects', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
    ['lists with elements before the next level', (depth) => '[0,'.repeat(depth) + `0${close(depth)}`],
    ['both in turn', (depth) => '{"a":['.repeat(depth / 2) + (depth % 2 ? '{' : '') + ' '.repeat(MAX_DEPTH)],
    ['behind a string that ends with a backslash', (depth) => `["\\\\",${open(depth - 1)}${close(depth)}`],
    ['behind a string with an escaped quote', (depth) => `["a\\"",${open(depth - 1)}${close(depth)}`],
    ['behind an empty string', (depth) => `["",${open(depth - 1)}${close(depth)}`],
    ['not closed', (depth) => `${open(depth)}${' '.repeat(MAX_DEPTH)}`],
  ])('%s', (_case, nested) => {
    expect(() => requireShallow(nested(MAX_DEPTH))).not.toThrow();
    expect(() => requireShallow(nested(MAX_DEPTH + 1))).toThrow(UpstreamError);
  });
});

test.each([
  ['many lists beside each other', `[${'[],'.repeat(1000)}0]`],
  ['many objects beside each other', `[${'{},'.repeat(1000)}0]`],
  ['brackets in a string', `["a${open(1000)}"]`],
  ['braces in a string', `{"a":"x${'{'.repeat(1000)}"}`],
  ['brackets in a string behind an escaped quote', `["a\\"${open(1000)}"]`],
  ['brackets in a string behind an escaped backslash and quote', `["a\\\\\\"${open(1000)}"]`],
  ['a string alone', JSON.stringify(`"${open(1000)}`)],
])('%s are not deep', (_case, text) => {
  expect(() => requireShallow(text)).not.toThrow();
});

test('arguments that are too deep are an answer that the gateway cannot read; another channel may give a better one', () => {
  expect(() => requireShallow(open(MAX_DEPTH + 1))).toThrow(
    expect.objectContaining({
      failure: {
        status: 502,
        message: 'the arguments of a tool call are nested too deeply',
        text: 'upstream_unreadable',
        kind: 'upstream_error',
        code: 'answer_unreadable',
        retryable: true,
        disables: false,
      },
    }) as Error,
  );
});

describe('the text of arguments that a provider sends as a value', () => {
  test.each([
    [{ path: 'a' }, '{"path":"a"}'],
    ['text', '"text"'],
    [undefined, '{}'],
    [null, '{}'],
  ])('%j', (value, text) => {
    expect(argumentsText(value)).toBe(text);
  });

  test('is refused if it is nested too deeply', () => {
    const nested = JSON.parse(open(MAX_DEPTH + 1) + close(MAX_DEPTH + 1)) as unknown;
    expect(() => argumentsText(nested)).toThrow(UpstreamError);
  });
});
