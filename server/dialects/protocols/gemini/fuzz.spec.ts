import fc from 'fast-check';
import { ApiError } from '../../../contract/errors/api-error.js';
import { estimatePrompt } from '../../canonical/estimate.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { gemini } from '../../providers/gemini/index.js';
import { openai } from '../../providers/openai.js';
import { protocols } from '../registry.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { recordedAnswer, recordedStream, targetOf } from '../../../../test/dialects/recorded.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const protocol = protocols.gemini;
const native = gemini.native.gemini!;
const context = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };
const usage = { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 0 };

/** Plausible values, mixed with arbitrary ones. */
const word = fc.constantFrom(
  'user',
  'model',
  'STRING',
  'ANY',
  'image/png',
  'https://x/a.png',
  'c2ln',
  '7',
  '',
);
const names = fc.constantFrom(
  'role',
  'parts',
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'inline_data',
  'mimeType',
  'data',
  'fileData',
  'fileUri',
  'functionCall',
  'functionResponse',
  'name',
  'args',
  'response',
  'functionDeclarations',
  'parameters',
  'type',
  'properties',
  'items',
  'anyOf',
  'nullable',
  'functionCallingConfig',
  'mode',
  'thinkingConfig',
  'thinkingBudget',
  'responseSchema',
  'responseMimeType',
  '__proto__',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
}));
const fields = fc.constantFrom(
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'cachedContent',
  'generateContentRequest',
);
const path = fc.constantFrom(
  '/v1beta/models/m:generateContent',
  '/v1beta/models/m:streamGenerateContent?alt=sse',
  '/v1beta/models/m:countTokens',
  '/v1beta/models/%E0%A4%A:x',
);

test('any body is read or rejected with 400; accepted requests can be expressed for every provider', () => {
  fc.assert(
    fc.property(fc.dictionary(fields, value, { maxKeys: 5 }), path, (extra, at) => {
      const body = Buffer.from(JSON.stringify({ contents: [{ parts: [{ text: 'q' }] }], ...extra }));
      const read = tried(() => protocol.read(body, at));
      if (!read) return;
      const change = { model: 'n', stream: read.stream, includeUsage: false, passThrough: false };
      native.request(body, change, targetOf({ path: at, override: { labels: {} } }));
      const chat = tried(() => protocol.parse(body, at));
      if (!chat) return;
      expect(estimatePrompt(chat)).toBeGreaterThan(0);
      for (const provider of [openai, anthropic, gemini])
        tried(() => provider.chat!.request(chat, targetOf({ path: at })));
    }),
    seededRuns(800, 31),
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

const recordings = ['everything', 'search', 'blocked', 'error', 'no-usage'].map((name) =>
  recordedStream('gemini', name),
);
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });

test('any upstream stream is read as far as possible, and the client gets responses', () => {
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
      const end = native.endOf!(bytes);
      expect(end === -1 || bytes.toString('latin1', end).startsWith('data:') || end === 0).toBe(true);
      const renderer = protocol.stream(context);
      const text = events.map((event) => renderer.event(event)).join('') + renderer.end(usage);
      const last = new SseReader().push(Buffer.from(text)).at(-1)!;
      expect(JSON.parse(last.data)).toMatchObject({ candidates: [{ finishReason: expect.any(String) }] });
    }),
    seededRuns(500, 32),
  );
});

test('any upstream response is read as a response or as an error', () => {
  const whole = JSON.stringify(recordedAnswer('gemini', 'answer'));
  fc.assert(
    fc.property(fc.oneof(value, damage), (input) => {
      for (const body of [
        input,
        { candidates: input },
        { ...(JSON.parse(whole) as object), candidates: input },
      ])
        for (const reader of [native.reader!, gemini.chat!]) {
          try {
            protocol.answer(reader.answer(body), context);
          } catch (problem) {
            expect(problem).toBeInstanceOf(UpstreamError);
          }
        }
    }),
    seededRuns(300, 33),
  );
});
