import fc from 'fast-check';
import { ApiError } from '../../../server/contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTurn, TurnPart } from '../../../server/dialects/canonical/chat.js';
import { violationsIn } from './checked-targets.js';
import { schema, strictSchema } from './conversations.js';
import { ownFormatTargets } from './own-format-targets.js';

/**
 * Conversations that clients may send although agents rarely do: they begin or end with the assistant, hold blank texts, media
 * of the assistant, ids that occur again, or sampling settings that only some providers know.
 */
const RUNS = 60;

const PNG = { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' };
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const cache = maybe(fc.constantFrom({ ttl: '5m' as const }, { ttl: '1h' as const }));
const texts = fc.constantFrom('', ' ', '\n', 'Hello.', 'ends with space ', '你好');
const name = fc.constantFrom('f', 'fs.read-file', '3d_render', 'x'.repeat(64), 'g', 'a:b', '名');
const id = fc.constantFrom('call_0', 'functions.f:0', 'call-1', 'x'.repeat(80), '号');

const textPart = fc.record({ type: fc.constant('text' as const), text: texts, cache });
const image = fc.record({
  type: fc.constant('image' as const),
  source: fc.constantFrom(
    PNG,
    { ...PNG, mediaType: 'image/jpg' },
    { ...PNG, mediaType: 'image/gif' },
    {
      type: 'url' as const,
      url: 'https://example.com/i.png',
    },
  ),
  cache,
});
const file = fc.record({
  type: fc.constant('file' as const),
  source: fc.constantFrom(
    { ...PNG, mediaType: 'application/pdf' },
    { ...PNG, mediaType: 'text/plain' },
    { ...PNG, mediaType: 'application/json' },
  ),
  name: fc.constantFrom(undefined, '', 'Q3_report.pdf', 'a'.repeat(600)),
});
const userTurn: fc.Arbitrary<CanonicalTurn[]> = fc
  .array(fc.oneof<fc.Arbitrary<TurnPart>[]>(textPart, image, file), { maxLength: 3 })
  .map((parts) => [{ role: 'user', parts }]);
const instruction: fc.Arbitrary<CanonicalTurn[]> = texts.map((text) => [
  { role: 'system', parts: [{ type: 'text', text: text }] },
]);
/** A response, with the results of its calls in any order, in one turn or several. */
const exchange: fc.Arbitrary<CanonicalTurn[]> = fc
  .record({
    content: fc.array(textPart, { maxLength: 2 }),
    thought: fc.constantFrom<TurnPart[]>([], [{ type: 'reasoning', text: 'Hm.' }]),
    image: fc.constantFrom<TurnPart[]>([], [], [], [{ type: 'image', source: PNG }]),
    calls: fc.uniqueArray(fc.record({ id, name, input: fc.constantFrom('', '{}', '{"a":1}') }), {
      selector: (call) => call.id,
      maxLength: 3,
    }),
    results: fc.array(fc.array(fc.oneof(textPart, image), { maxLength: 2 }), { minLength: 3, maxLength: 3 }),
    isError: fc.boolean(),
    isReversed: fc.boolean(),
    isSplit: fc.boolean(),
  })
  .map(({ content, thought, image, calls, results, isError, isReversed, isSplit }) => {
    const made = calls.map((call): TurnPart => {
      return { type: 'tool-call', id: call.id, name: call.name, arguments: call.input };
    });
    const resultParts = calls.map((call, at): TurnPart => {
      return { type: 'tool-result', id: call.id, parts: results[at] ?? [], isError };
    });
    if (isReversed) resultParts.reverse();
    const turns: TurnPart[][] = isSplit
      ? resultParts.map((part) => [part])
      : resultParts.length > 0
        ? [resultParts]
        : [];
    return [
      { role: 'assistant', parts: [...thought, ...content, ...image, ...made] },
      ...turns.map((parts): CanonicalTurn => ({ role: 'user', parts })),
    ];
  });

const chats: fc.Arbitrary<CanonicalChat> = fc.record({
  model: fc.constant('m'),
  system: fc.array(textPart, { maxLength: 2 }),
  turns: fc.array(fc.oneof(userTurn, exchange, instruction), { maxLength: 6 }).map((turns) => turns.flat()),
  tools: fc.uniqueArray(
    fc.record({
      name,
      description: fc.constantFrom(undefined, '', 'D'),
      parameters: fc.oneof(
        schema,
        fc.constant(strictSchema),
        fc.constant(undefined),
        fc.constant({ anyOf: [strictSchema] }),
      ),
      strict: fc.constantFrom(undefined, true, false),
      cache,
    }),
    { selector: (tool) => tool.name, maxLength: 4 },
  ),
  toolChoice: maybe(
    fc.constantFrom<NonNullable<CanonicalChat['toolChoice']>>(
      { type: 'auto' },
      { type: 'none' },
      { type: 'required' },
    ),
  ),
  parallelTools: maybe(fc.boolean()),
  maxTokens: maybe(fc.constantFrom(1, 100, 300_000)),
  temperature: maybe(fc.constantFrom(0, 0.5, 2)),
  topP: maybe(fc.constantFrom(0, 0.5, 1)),
  topK: maybe(fc.constantFrom(0, 1, 1000)),
  stop: maybe(fc.array(fc.constantFrom('', ' ', 'END', '\n'), { maxLength: 3 })),
  seed: maybe(fc.constantFrom(-1, 7, 2 ** 45)),
  presencePenalty: maybe(fc.constantFrom(-2, 2)),
  frequencyPenalty: maybe(fc.constantFrom(-2, 2)),
  logprobs: maybe(fc.boolean()),
  topLogprobs: maybe(fc.constant(3)),
  reasoning: maybe(
    fc.constantFrom<NonNullable<CanonicalChat['reasoning']>>(
      { type: 'off' },
      { type: 'effort', effort: 'none' },
      { type: 'effort', effort: 'xhigh' },
      { type: 'budget', tokens: 100 },
      { type: 'budget', tokens: 100_000 },
      { type: 'adaptive' },
    ),
  ),
  responseFormat: maybe(
    fc.oneof<fc.Arbitrary<NonNullable<CanonicalChat['responseFormat']>>[]>(
      fc.constant({ type: 'json' }),
      schema.map((value) => ({ type: 'schema', name: 'n', schema: value })),
    ),
  ),
  user: maybe(fc.constantFrom('u', 'x'.repeat(300))),
  stream: fc.boolean(),
  includeUsage: fc.boolean(),
});

test.each(ownFormatTargets)('unusual conversations are valid for $name', (target) => {
  fc.assert(
    fc.property(chats, (chat) => {
      let found: string[] = [];
      try {
        found = violationsIn(chat, target);
      } catch (error) {
        // What the provider cannot express is refused by name.
        if (!(error instanceof ApiError)) throw error;
      }
      expect(found).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
