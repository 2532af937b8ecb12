import fc from 'fast-check';
import type { AnswerPart, FinishReason, CanonicalResponse } from '../../canonical/events.js';
import { foldEvents, unfoldAnswer } from '../../canonical/fold.js';
import type { Usage } from '../../canonical/usage.js';
import { openai } from '../../providers/openai.js';
import { protocols } from '../registry.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { context, rendered, type Shown } from '../../../../test/dialects/responses-frames.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const protocol = protocols['openai-responses'];
const reader = openai.native['openai-responses']!.reader!;

/* Rendered responses can be read back unchanged. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const json = fc
  .dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));
const count = fc.nat(1000);
const usages: fc.Arbitrary<Usage> = fc.record({
  input: fc.integer({ min: 1, max: 1000 }),
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: fc.constant(0),
  output: fc.integer({ min: 1, max: 1000 }),
  reasoning: count,
});
const thoughts: fc.Arbitrary<AnswerPart> = fc.oneof(
  fc.record({ type: fc.constant('reasoning' as const), text, signature: word }),
  fc.record({ type: fc.constant('reasoning-redacted' as const), data: word }),
);
const calls = fc.record(
  { type: fc.constant('tool-call' as const), id: word, name: word, arguments: json, signature: word },
  { requiredKeys: ['type', 'id', 'name', 'arguments'] },
);
const answers: fc.Arbitrary<CanonicalResponse> = fc
  .tuple(
    fc.array(thoughts, { maxLength: 2 }),
    fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 1 }),
    fc.array(calls, { maxLength: 3 }),
    fc.constantFrom<FinishReason[]>('stop', 'length', 'content-filter'),
    usages,
  )
  .map(([before, texts, tools, reason, usage]) => ({
    id: 'resp_1',
    model: 'm',
    parts: [...before, ...texts, ...tools],
    finish: { reason: reason === 'stop' && tools.length > 0 ? 'tool-calls' : reason },
    usage,
  }));

const whole = (answer: CanonicalResponse) =>
  JSON.parse(JSON.stringify(protocol.answer(answer, context))) as Shown;

test('a stream ends with exactly the answer that does not stream', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const last = rendered(unfoldAnswer(answer), answer.usage).at(-1)!;
      expect(last.response).toEqual(whole(answer));
    }),
    seededRuns(100, 11),
  );
});

/** What a reader that does not know the gateway's prefixes sees: reasoning without signatures. */
const bare = ({ finish, parts, ...rest }: CanonicalResponse) => ({
  ...rest,
  finish: finish.reason,
  parts: parts.flatMap((part): AnswerPart[] => {
    if (part.type === 'reasoning-redacted') return [];
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text }];
    return part.type === 'tool-call' ? [{ ...part, signature: undefined }] : [part];
  }),
});

test('an answer, whole or streamed, is read back as the same answer', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(bare(reader.answer(whole(answer)))).toEqual(bare(answer));
      const renderer = protocol.stream(context);
      const frames = unfoldAnswer(answer)
        .map((event) => renderer.event(event))
        .join('');
      const read = reader.stream();
      const events = new SseReader()
        .push(Buffer.from(frames + renderer.end(answer.usage!)))
        .flatMap((frame) => read(frame));
      const joined = ({ parts, ...rest }: ReturnType<typeof bare>) => ({
        ...rest,
        thoughts: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
        parts: parts.filter((part) => part.type !== 'reasoning'),
      });
      expect(joined(bare(foldEvents(events)))).toEqual(joined(bare(answer)));
    }),
    seededRuns(100, 12),
  );
});

test('output sent back as input is the same conversation, with every proof', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const body = Buffer.from(JSON.stringify({ model: 'm', input: whole(answer).output }));
      const turns = protocol.parse(body, '/v1/responses').turns;
      expect(turns).toEqual(answer.parts.length > 0 ? [{ role: 'assistant', parts: answer.parts }] : []);
    }),
    seededRuns(100, 13),
  );
});
