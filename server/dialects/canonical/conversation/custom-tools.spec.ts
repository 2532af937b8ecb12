import { customArguments, customInput, customTool } from './custom-tools.js';

const parameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};
const grammar = { syntax: 'lark', definition: 'start: "a"' };
const rules = 'The input must match this lark grammar:\nstart: "a"';

test.each([
  ['a description', 'Runs code.', undefined, 'Runs code.'],
  ['a grammar', undefined, grammar, rules],
  ['a description and a grammar', 'Runs code.', grammar, `Runs code.\n\n${rules}`],
  ['neither', undefined, undefined, undefined],
])('a custom tool with %s becomes a function with one string argument', (_case, own, form, description) => {
  expect(customTool('run', own, form)).toEqual({ name: 'run', description, parameters });
});

test.each(['print("hi")\n', '', '{"input":1}'])(
  'the input %j is the argument, and the argument the input',
  (input) => {
    expect(JSON.parse(customArguments(input))).toEqual({ input });
    expect(customInput(customArguments(input))).toBe(input);
  },
);

test.each([
  ['text', 'print("hi")'],
  ['cut', '{"input":"pri'],
  ['empty', ''],
  ['an object without the argument', '{"code":"x"}'],
  ['an argument of another type', '{"input":{"code":"x"}}'],
  ['a list', '["input"]'],
  ['a string', '"input"'],
  ['a number', '7'],
  ['null', 'null'],
])('arguments of another shape are used as they are: %s', (_case, callArguments) => {
  expect(customInput(callArguments)).toBe(callArguments);
});
