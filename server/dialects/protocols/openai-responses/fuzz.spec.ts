import fc from 'fast-check';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { openai } from '../../providers/openai.js';
import { protocols } from '../registry.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { recordedAnswer, recordedStream, targetOf } from '../../../../test/dialects/recorded.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const protocol = protocols['openai-responses'];
const native = openai.native['openai-responses']!;
const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };
const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };

/** Plausible values, mixed with arbitrary ones. */
const word = fc.constantFrom(
  ...'message function_call function_call_output reasoning custom_tool_call input_text input_image input_file user assistant developer auto x data:;base64 data:,%'.split(
    ' ',
  ),
);
const names = fc.constantFrom(
  ...'type role content call_id name arguments output summary encrypted_content text image_url file_data input_audio input format tools id file_id mode'.split(
    ' ',
  ),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  ),
}));
const fields = fc.constantFrom(
  ...'input tools tool_choice text reasoning instructions metadata stream store max_output_tokens temperature previous_response_id user background parallel_tool_calls'.split(
    ' ',
  ),
);

test('any body is read or rejected with 400; accepted requests can be expressed for every provider', () => {
  fc.assert(
    fc.property(fc.dictionary(fields, value, { maxKeys: 6 }), (extra) => {
      const body = Buffer.from(JSON.stringify({ model: 'm', input: 'q', ...extra }));
      const accepted = tried(() => {
        protocol.read(body, '/v1/responses');
        return protocol.parse(body, '/v1/responses');
      });
      if (!accepted) return;
      tried(() => openai.chat!.request(accepted, targetOf({ type: 6 })));
      native.request(
        body,
        { model: 'n', stream: false, includeUsage: false, passThrough: false },
        targetOf(),
      );
      protocol.answer(
        { id: 'x', model: 'm', parts: [], finish: { reason: 'stop' }, usage },
        { ...context, request: body },
      );
    }),
    seededRuns(700, 21),
  );
});

function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 400) return undefined;
    throw problem;
  }
}

const recordings = ['text', 'tools', 'incomplete', 'refusal', 'search', 'failed', 'error'].map((name) =>
  recordedStream('openai', `responses-${name}`),
);
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });

test('any upstream stream is read as far as possible, and the client gets events in order', () => {
  fc.assert(
    fc.property(fc.constantFrom(...recordings), damage, fc.nat(), (recorded, changes, cut) => {
      const bytes = Buffer.from(recorded);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      const read = native.reader!.stream();
      const events: CanonicalEvent[] = [];
      const sse = new SseReader();
      const middle = cut % bytes.length;
      for (const piece of [bytes.subarray(0, middle), bytes.subarray(middle)])
        for (const frame of sse.push(piece)) {
          try {
            events.push(...read(frame));
          } catch (problem) {
            expect(problem).toBeInstanceOf(SyntaxError);
          }
        }
      native.endOf!(bytes);
      const renderer = protocol.stream(context);
      const text = events.map((event) => renderer.event(event)).join('') + renderer.end(usage);
      const numbers = new SseReader()
        .push(Buffer.from(text))
        .map(({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number);
      expect(numbers).toEqual([...numbers.keys()]);
    }),
    seededRuns(500, 22),
  );
});

test('whatever the whole answer is, it is read, or is none', () => {
  const answer = recordedAnswer('openai', 'responses-answer') as Record<string, unknown>;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(answer)), value, { maxKeys: 4 }), (changes) => {
      try {
        const read = native.reader!.answer({ ...answer, ...changes });
        protocol.answer(read, context);
      } catch (problem) {
        expect(problem).toBeInstanceOf(UpstreamError);
      }
    }),
    seededRuns(500, 23),
  );
});
