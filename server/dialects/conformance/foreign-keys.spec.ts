import * as anthropic from '../providers/anthropic/errors.js';
import * as gemini from '../providers/gemini/errors.js';
import * as openai from '../kit/openai/errors.js';
import { openaiFacts } from '../kit/openai/default-facts.js';
import { table } from '../kit/table.js';

/** Names that every object literal inherits. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

test.each(names)('a table finds %s only where it lists it', (name) => {
  expect(table({ a: 1 })[name]).toBeUndefined();
  expect(
    table(
      Object.fromEntries([
        ['a', 1],
        [name, 2],
      ]),
    )['a'],
  ).toBe(1);
});

describe.each(Object.entries({ anthropic, gemini, openai }))('%s', (_provider, errors) => {
  test.each(names)('an error of type, code and status %s is an ordinary failure', (name) => {
    const error = { message: 'no', type: name, code: name, status: name };
    const failure = errors.innerError({ type: 'error', error });
    expect(failure?.status).toBe(502);
    expect(typeof failure?.kind).toBe('string');
    expect(typeof failure?.code).toBe('string');
    expect(errors.readError(400, {}, JSON.stringify({ error })).status).toBe(400);
  });
});

test.each(names)('a finish reason %s is an unknown one', (name) => {
  expect(openaiFacts.finish.classOf(name)).toBe('broken');
});
