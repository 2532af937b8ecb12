import {
  assistant,
  call,
  image,
  redacted,
  result,
  text,
  thought,
  user,
} from '../../../../test/dialects/turns.js';
import type { CanonicalChat, CanonicalTurn, TextPart } from '../chat.js';
import { jsonInstruction, systemWithJson } from './json-mode.js';
import { textsOf } from '../texts.js';

const chat = (
  system: TextPart[],
  turns: CanonicalTurn[],
  responseFormat?: CanonicalChat['responseFormat'],
): CanonicalChat => ({
  model: 'm',
  system,
  turns,
  tools: [],
  stream: false,
  includeUsage: false,
  responseFormat,
});

test('the texts of a conversation are those of instructions, turns and tool results', () => {
  const turns = [
    user(text('one'), image),
    assistant(thought('Hm', 's'), redacted('x'), text('two'), call('a', '{"json":1}')),
    user({ ...result('a'), parts: [text('three'), image, text('four')] }),
  ];
  expect(textsOf(chat([text('zero')], turns))).toEqual(['zero', 'one', 'two', 'three', 'four']);
});

describe('in JSON mode the conversation contains the word JSON', () => {
  const instruction = text('Be brief.');
  const added = text('Answer in JSON.');

  test('because a sentence is added', () => {
    const question = [user(text('q')), assistant(call('json', '{"json":1}'))];
    expect(systemWithJson(chat([instruction], question, { type: 'json' }))).toEqual([instruction, added]);
    expect(systemWithJson(chat([], question, { type: 'json' }))).toEqual([added]);
  });

  test.each<[string, TextPart[], CanonicalTurn[], CanonicalChat['responseFormat']]>([
    ['an instruction has it', [text('Write json')], [user(text('q'))], { type: 'json' }],
    ['a turn has it', [instruction], [user(text('As JSON, please'))], { type: 'json' }],
    ['a result has it', [instruction], [user(result('a', 'a Json file'))], { type: 'json' }],
    ['the format is a schema', [instruction], [], { type: 'schema', name: 'n', schema: {} }],
    ['the format is text', [instruction], [], { type: 'text' }],
    ['there is no format', [instruction], [], undefined],
  ])('nothing is added if %s', (_case, system, turns, format) => {
    expect(systemWithJson(chat(system, turns, format))).toBe(system);
  });
});

test('models that cannot be made to answer in JSON get an instruction to, with the schema if there is one', () => {
  const sentence =
    'Your final answer must be one valid JSON object and nothing else: no other text, no Markdown fences.';
  expect(jsonInstruction(undefined)).toBe(sentence);
  expect(jsonInstruction({ type: 'object' })).toBe(
    `${sentence} It must match this JSON schema:\n{"type":"object"}`,
  );
});
