import fc from 'fast-check';
import type { Json } from './violations.js';

/** A conversation that every client protocol can express, before it is written in one of them. */
export interface Conversation {
  readonly system: readonly string[];
  readonly steps: readonly Step[];
  readonly tools: readonly Tool[];
  readonly choice: 'auto' | 'none' | 'required' | 'named' | 'allowed' | undefined;
  readonly isParallel: boolean | undefined;
  readonly output: { readonly type: 'text' | 'json' | 'schema'; readonly schema: Json };
  readonly settings: Settings;
  readonly thinking: 'off' | 'low' | 'high' | 'budget' | undefined;
  /** Id of the end user. */
  readonly user: string | undefined;
  readonly stream: boolean;
  /** Cache marks on the last tool, the instructions and the last text of each turn, where the protocol has them. */
  readonly marksCache: boolean;
  /** Whether consecutive content of one role is sent in several turns of that role, where the protocol allows it. */
  readonly splitsTurns: boolean;
}

export interface Tool {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: Json;
  readonly strict: boolean | undefined;
}

export interface Settings {
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly stop: readonly string[] | undefined;
}

export type Step =
  | { readonly kind: 'user'; readonly parts: readonly Part[] }
  | { readonly kind: 'instruction'; readonly text: string }
  | {
      readonly kind: 'assistant';
      readonly text: string | undefined;
      readonly thought: string | undefined;
      readonly calls: readonly Call[];
      /** What the user adds to the results, in the same turn or the next one. */
      readonly added: readonly Part[];
    };

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly result: Result;
  /** Results are sent in the order of these numbers. */
  readonly rank: number;
}

export interface Result {
  readonly parts: readonly Part[];
  readonly isError: boolean;
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string | undefined }
  | { readonly kind: 'file' };

/** What a client protocol allows, as its own provider documents it. */
export interface ClientLimits {
  /** Names of tools: first characters, the others, and the greatest length. */
  readonly name: readonly [first: string, others: string, maxLength: number];
  readonly id: readonly [characters: string, maxLength: number];
  readonly maxUserLength: number;
  /** Instructions between turns. */
  readonly instructs: boolean;
  /** Whether the assistant may begin. */
  readonly beginsAnywhere: boolean;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const WORD = `${LETTERS}0123456789_`;
export const LETTERS_ = `${LETTERS}_`;

/** A name or id of 1 to `max` characters; often as short or as long as it may be. */
function nameOf(characters: string, max: number): fc.Arbitrary<string> {
  const of = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters.split('')), minLength, maxLength });
  return fc.oneof(of(1, Math.min(12, max)), of(max, max), of(Math.min(max, 41), max));
}

const sentence = fc.constantFrom(
  'Hello.',
  'What is in it?',
  'Answer in JSON.',
  ' ok ',
  '<system-reminder>x</system-reminder>',
  '你好',
);
/** An image that a model made, as clients whose protocols have text only get it back. */
export const MADE_IMAGE =
  '![image](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)';
const response = fc.oneof(
  { weight: 6, arbitrary: sentence },
  { weight: 1, arbitrary: fc.constantFrom(MADE_IMAGE, `Here it is.\n${MADE_IMAGE}\nMore?`) },
);
const image = fc.record({
  kind: fc.constant('image' as const),
  url: fc.constantFrom(undefined, 'https://example.com/i.png'),
});
const textPart = fc.record({ kind: fc.constant('text' as const), text: sentence });
const userPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: textPart },
  { weight: 1, arbitrary: image },
  { weight: 1, arbitrary: fc.constant<Part>({ kind: 'file' }) },
);

/** A schema of any kind: https://json-schema.org/draft/2020-12/json-schema-core */
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(
      { type: 'string' },
      { type: 'string', enum: ['a', 'b'], description: 'one of two' },
      { type: 'string', format: 'uri', pattern: '^h', minLength: 1 },
      { type: 'integer', minimum: 0, exclusiveMaximum: 9 },
      { type: ['string', 'null'] },
      { type: ['array', 'null'] },
      { type: 'array' },
      { type: 'object' },
      { enum: [1, 'two', null] },
      { const: 'fixed' },
      { $ref: '#/$defs/item' },
      { description: 'anything' },
      {},
      true,
    ),
    fc.record({ type: fc.constant('array'), items: tie('node') }),
    fc.record({ type: fc.constant('array'), prefixItems: fc.tuple(tie('node')) }),
    fc.record({ anyOf: fc.tuple(tie('node'), tie('node')) }),
    objectOf(tie('node')),
  ),
}));

function objectOf(inner: fc.Arbitrary<unknown>): fc.Arbitrary<Json> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom('a', 'b-c', 'labels', '$x'), inner, { maxKeys: 3 }),
      required: fc.subarray(['a', 'labels', 'unknown']),
      closed: fc.constantFrom(true, false, undefined),
      extra: fc.constantFrom({}, { 'x-unknown': 1 }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
    })
    .map(({ properties, required, closed, extra }) => ({
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...(closed !== undefined && { additionalProperties: !closed }),
      ...extra,
    }));
}

/** An object, as tools and structured output need it, that defines what its parts refer to. */
export const schema: fc.Arbitrary<Json> = objectOf(node).map((root) => ({
  ...root,
  ...(JSON.stringify(root).includes('#/$defs/item') && { $defs: { item: { type: 'string' } } }),
}));

/** Whether all objects are closed and require all of their properties, as strict tools and output must. */
export const strictSchema: Json = {
  type: 'object',
  properties: { a: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } },
  required: ['a', 'list'],
  additionalProperties: false,
};

const settings: fc.Arbitrary<Settings> = fc.record({
  maxTokens: fc.constantFrom(undefined, 1, 64, 20_000),
  temperature: fc.constantFrom(undefined, 0, 0.7, 1),
  topP: fc.constantFrom(undefined, 0.5, 1),
  stop: fc.constantFrom(undefined, ['END'], ['a', 'b']),
});

/** Conversations that are valid in a protocol with these limits. The last step is the user's. */
export function conversations(limits: ClientLimits): fc.Arbitrary<Conversation> {
  const [first, others, maxLength] = limits.name;
  const name = fc
    .tuple(fc.constantFrom(...first.split('')), nameOf(others, maxLength - 1))
    .map(([start, rest]) => start + rest);
  const [characters, maxId] = limits.id;
  return fc
    .record({
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      ids: fc.uniqueArray(nameOf(characters, maxId), { minLength: 9, maxLength: 9 }),
    })
    .chain(({ names, ids }) => {
      const tool = (of: string): fc.Arbitrary<Tool> =>
        fc.record({
          name: fc.constant(of),
          description: fc.constantFrom(undefined, 'Does it.'),
          schema,
          strict: fc.constantFrom(undefined, false),
        });
      const assistant = fc.record({
        kind: fc.constant('assistant' as const),
        text: fc.option(response, { nil: undefined }),
        thought: fc.constantFrom(undefined, 'Let me think.'),
        calls: fc.array(call(names), { maxLength: 3 }),
        added: fc.array(userPart, { maxLength: 2 }),
      });
      const user = fc.record({
        kind: fc.constant('user' as const),
        parts: fc.array(userPart, { minLength: 1, maxLength: 3 }),
      });
      const greeting = fc.constant<Step>({
        kind: 'assistant',
        text: 'Hi.',
        thought: undefined,
        calls: [],
        added: [],
      });
      const instruction = fc.record({ kind: fc.constant('instruction' as const), text: sentence });
      const step: fc.Arbitrary<Step> = limits.instructs
        ? fc.oneof({ weight: 3, arbitrary: assistant }, { weight: 3, arbitrary: user }, instruction)
        : fc.oneof(assistant, user);
      return fc
        .record({
          system: fc.array(sentence, { maxLength: 2 }),
          start: limits.beginsAnywhere ? fc.oneof({ weight: 4, arbitrary: user }, greeting) : user,
          middle: fc.array(step, { maxLength: 4 }),
          end: user,
          tools: fc.tuple(...names.map(tool)),
          choice: fc.constantFrom<Conversation['choice'][]>(
            undefined,
            'auto',
            'none',
            'required',
            'named',
            'allowed',
          ),
          isParallel: fc.constantFrom(undefined, true, false),
          output: fc.record({
            type: fc.constantFrom('text' as const, 'json' as const, 'schema' as const),
            schema,
          }),
          settings,
          thinking: fc.constantFrom(
            undefined,
            'off' as const,
            'low' as const,
            'high' as const,
            'budget' as const,
          ),
          user: fc.option(nameOf(WORD, limits.maxUserLength), { nil: undefined }),
          stream: fc.boolean(),
          marksCache: fc.boolean(),
          splitsTurns: fc.boolean(),
        })
        .map(({ start, middle, end, ...rest }) => {
          let used = 0;
          const steps = [start, ...middle, end].map((step): Step => {
            if (step.kind !== 'assistant') return step;
            const calls = step.calls
              .slice(0, ids.length - used)
              .map((made) => ({ ...made, id: ids[used++] ?? '' }));
            const text = calls.length === 0 && step.text === undefined ? 'Yes.' : step.text;
            return { ...step, calls, text };
          });
          return { ...rest, steps };
        });
    });
}

/** The id is filled in later: it must be unique in the conversation. */
function call(names: readonly string[]): fc.Arbitrary<Call> {
  const parts: fc.Arbitrary<Part[]> = fc.oneof(
    { weight: 4, arbitrary: fc.array(textPart, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.tuple(image) },
    { weight: 1, arbitrary: fc.tuple(textPart, image, fc.constant<Part>({ kind: 'file' })) },
  );
  return fc.record({
    id: fc.constant(''),
    name: fc.constantFrom(...names),
    input: fc.constantFrom<Json>({}, { a: 'x' }, { labels: ['y'], n: 1 }),
    result: fc.record({ parts, isError: fc.boolean() }),
    rank: fc.integer({ min: 0, max: 9 }),
  });
}
