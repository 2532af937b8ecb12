import fc from 'fast-check';
import type { CanonicalChat, CanonicalTurn, TextPart, TurnPart } from '../canonical/chat.js';
import type { AnswerPart, FinishReason, CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import { foldEvents, unfoldAnswer } from '../canonical/fold.js';
import type { Usage } from '../canonical/usage.js';
import { anthropic } from '../providers/anthropic/index.js';
import { openai } from '../providers/openai.js';
import { providerFor } from '../providers/registry.js';
import type { Provider } from '../kit/provider.js';
import type { RenderContext } from './protocol.js';
import { protocols } from './registry.js';
import { replay, targetOf } from '../../../test/dialects/recorded.js';
import { seededRuns } from '../../../test/setup/properties.js';

/** What one side of a dialect writes, the other side must read as the same. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((value) => value.trim() !== '');
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const cache = fc.option(fc.constantFrom({ ttl: '5m' as const }, { ttl: '1h' as const }), { nil: undefined });
const json = fc
  .dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));
const schema = fc.constant({ type: 'object', properties: { a: { type: 'string' } } });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const textPart: fc.Arbitrary<TextPart> = fc.record({ type: fc.constant('text'), text, cache });
const source = fc.constantFrom(
  { type: 'url' as const, url: 'https://example.com/a.png' },
  { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' },
);
const image = fc.record({ type: fc.constant('image' as const), source, cache });
const toolCall = fc.record({
  type: fc.constant('tool-call' as const),
  id: word,
  name: word,
  arguments: json,
});
const reasoning: fc.Arbitrary<TurnPart> = fc.oneof(
  fc.record({ type: fc.constant('reasoning' as const), text, signature: word }),
  fc.record({ type: fc.constant('reasoning-redacted' as const), data: word }),
);

const userTurn: fc.Arbitrary<CanonicalTurn> = fc.record({
  role: fc.constant('user'),
  parts: fc.array<TurnPart>(fc.oneof(textPart, image), { minLength: 1, maxLength: 3 }),
});
const assistantTurn: fc.Arbitrary<CanonicalTurn> = fc
  .tuple(
    fc.array(reasoning, { maxLength: 2 }),
    fc.array(textPart, { minLength: 1, maxLength: 2 }),
    fc.array(toolCall, { maxLength: 3 }),
  )
  .map(([thoughts, texts, calls]) => ({ role: 'assistant', parts: [...thoughts, ...texts, ...calls] }));
const result: fc.Arbitrary<TurnPart> = fc.record({
  type: fc.constant('tool-result'),
  // Of no call of the conversation: results of calls would be moved behind them.
  id: word.map((id) => `of-${id}`),
  parts: fc.array(textPart, { minLength: 1, maxLength: 1 }),
});
const resultTurn: fc.Arbitrary<CanonicalTurn> = result.map((part) => ({ role: 'user', parts: [part] }));

const exchanges = fc
  .array(fc.tuple(userTurn, assistantTurn), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.flat());

/** Requests that both dialects can express completely. */
const chats: fc.Arbitrary<CanonicalChat> = fc.record({
  model: word,
  system: fc.array(textPart, { maxLength: 1 }),
  turns: fc.tuple(exchanges, fc.array(resultTurn, { maxLength: 1 })).map((turns) => turns.flat()),
  tools: fc.array(fc.record({ name: word, description: maybe(text), parameters: schema, cache }), {
    maxLength: 3,
  }),
  maxTokens: fc.integer({ min: 1, max: 100_000 }),
  temperature: maybe(fc.constantFrom(0, 0.5, 1)),
  topP: maybe(fc.constantFrom(0.1, 1)),
  stop: maybe(fc.array(word, { minLength: 1, maxLength: 3 })),
  user: maybe(word),
  stream: fc.boolean(),
  includeUsage: fc.constant(true),
});

function choosing(chat: CanonicalChat, choice: CanonicalChat['toolChoice']): CanonicalChat {
  return chat.tools.length > 0 ? { ...chat, toolChoice: choice } : chat;
}
const choices = fc.constantFrom<CanonicalChat['toolChoice'][]>(
  undefined,
  { type: 'auto' },
  { type: 'none' },
  { type: 'required' },
  { type: 'tool', name: 'f' },
);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Anthropic accepts four cache hints; the last ones are sent. */
function withLastHints(chat: CanonicalChat): CanonicalChat {
  const copy = structuredClone(chat);
  const parts = [...copy.system, ...copy.turns.flatMap((turn) => turn.parts)];
  const inner = parts.flatMap((part): object[] =>
    part.type === 'tool-result' ? [...part.parts, part] : [part],
  );
  const hinted: { cache?: object }[] = [...copy.tools, ...inner].filter(
    (part: { cache?: object }) => part.cache !== undefined,
  );
  for (const part of hinted.slice(0, -4)) delete part.cache;
  return copy;
}

test('a request written for Anthropic is read back as the same request', () => {
  fc.assert(
    fc.property(chats, choices, (original, choice) => {
      const chat = withLastHints(choosing(original, choice));
      const call = anthropic.chat!.request(chat, targetOf({ type: 14, model: chat.model }));
      expect(plain(protocols['anthropic-messages'].parse(call.body!, ''))).toEqual(plain(chat));
    }),
    seededRuns(100, 6),
  );
});

test('a request written for OpenRouter is read back as the same request, cache hints and signed thoughts included', () => {
  fc.assert(
    fc.property(chats, choices, (original, choice) => {
      const chat = { ...choosing(original, choice), includeUsage: original.stream };
      const call = providerFor(20)!.chat!.request(chat, targetOf({ type: 20, model: chat.model }));
      // Tool results are messages in that dialect, and their cache hints are on the message.
      const bare = (part: TurnPart): TurnPart =>
        part.type === 'tool-result'
          ? {
              ...part,
              parts: part.parts.map(({ type, ...rest }) => ({ ...rest, type, cache: undefined }) as TextPart),
            }
          : part;
      const expected = {
        ...chat,
        turns: chat.turns.map((turn) => ({ ...turn, parts: turn.parts.map(bare) })),
      };
      expect(plain(protocols['openai-chat'].parse(call.body!, ''))).toEqual(plain(expected));
    }),
    seededRuns(100, 7),
  );
});

const context: RenderContext = { model: 'asked', createdAt: 1, includeUsage: true, inputTokens: 3 };
const count = fc.nat(1000);
const usages: fc.Arbitrary<Usage> = fc.record({
  input: fc.integer({ min: 1, max: 1000 }),
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  output: fc.integer({ min: 1, max: 1000 }),
  reasoning: count,
});
const calls = fc.record({ type: fc.constant('tool-call' as const), id: word, name: word, arguments: json });
const finishes = fc.constantFrom<FinishReason[]>('stop', 'length', 'content-filter');

const answers: fc.Arbitrary<CanonicalResponse> = fc
  .tuple(
    fc.array(fc.record({ type: fc.constant('reasoning' as const), text, signature: word }), { maxLength: 2 }),
    fc.array(fc.record({ type: fc.constant('reasoning-redacted' as const), data: word }), { maxLength: 1 }),
    fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 1 }),
    fc.array(calls, { maxLength: 3 }),
    finishes,
    usages,
  )
  .map(([thoughts, redacted, texts, tools, reason, usage]) => ({
    id: 'msg_1',
    model: 'm',
    parts: [...thoughts, ...redacted, ...texts, ...tools] as AnswerPart[],
    finish: { reason: tools.length > 0 ? 'tool-calls' : reason },
    usage,
  }));

const asOpenai = (answer: CanonicalResponse): CanonicalResponse => {
  const usage = answer.usage!;
  return {
    ...answer,
    usage: { ...usage, cacheWrite5m: usage.cacheWrite5m + usage.cacheWrite1h, cacheWrite1h: 0 },
  };
};
const asAnthropic = (answer: CanonicalResponse): CanonicalResponse => {
  const usage = answer.usage!;
  return { ...answer, usage: { ...usage, output: usage.output + usage.reasoning, reasoning: 0 } };
};
const withoutRaw = ({ finish, ...rest }: CanonicalResponse) =>
  plain({ ...rest, finish: { reason: finish.reason } });

const dialects = [
  ['openai-chat', openai, asOpenai],
  ['anthropic-messages', anthropic, asAnthropic],
] as const;

test.each(dialects)(
  'an answer rendered for %s clients is read back as the same answer',
  (name, provider, as) => {
    fc.assert(
      fc.property(answers, (answer) => {
        const body = plain(protocols[name].answer(answer, context));
        expect(withoutRaw(provider.chat!.answer(body))).toEqual(withoutRaw(as(answer)));
      }),
      seededRuns(100, 8),
    );
  },
);

function streamed(
  name: 'openai-chat' | 'anthropic-messages',
  provider: Provider,
  events: CanonicalEvent[],
  usage: Usage,
) {
  const renderer = protocols[name].stream(context);
  const frames = events.map((event) => renderer.event(event)).join('') + renderer.end(usage);
  return foldEvents(replay(provider, Buffer.from(frames)));
}

test.each(dialects)(
  'a stream rendered for %s clients is read back as the same answer',
  (name, provider, as) => {
    fc.assert(
      fc.property(answers, (answer) => {
        const expected = as(answer);
        expect(withoutRaw(streamed(name, provider, unfoldAnswer(answer), answer.usage!))).toEqual(
          withoutRaw(expected),
        );
      }),
      seededRuns(100, 9),
    );
  },
);

test('calls whose pieces interleave in any way reach Anthropic clients whole', () => {
  const pieces = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 6 })), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 3 }), pieces, (documents, order) => {
      const rest = documents.map((value) => value);
      const events: CanonicalEvent[] = [];
      const begun = new Set<number>();
      const send = (index: number, length: number) => {
        if (index >= rest.length) return;
        if (!begun.has(index)) events.push({ type: 'tool-start', index, id: `c${index}`, name: `f${index}` });
        begun.add(index);
        events.push({ type: 'tool-delta', index, text: rest[index]!.slice(0, length) });
        rest[index] = rest[index]!.slice(length);
      };
      for (const [index, length] of order) send(index, length);
      for (const index of rest.keys()) send(index, Infinity);
      events.push({ type: 'finish', reason: 'tool-calls' });
      const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };
      const answer = streamed('anthropic-messages', anthropic, events, usage);
      const byId = new Map(
        answer.parts.map((part) => (part.type === 'tool-call' ? [part.id, part.arguments] : ['', ''])),
      );
      expect(byId).toEqual(new Map(documents.map((value, index) => [`c${index}`, value])));
    }),
    seededRuns(100, 10),
  );
});
