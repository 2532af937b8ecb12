import fc from 'fast-check';
import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { protocols } from '../../../dialects/protocols/registry.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { providerFor } from '../../../dialects/providers/registry.js';
import { record, type UnknownRecord } from '../../../dialects/json/lenient.js';
import { targetOf } from '../../../../test/dialects/recorded.js';
import { limitedBody, limitedOverride } from './output-limit.js';
import { sentNumbers } from './raised-limit.js';
import type { ParsedRequest } from '../stages.js';
import { seededRuns } from '../../../../test/setup/properties.js';

/** A client protocol, and a channel type with the same upstream protocol. */
const NATIVE: readonly [ProtocolName, type: number, path: string][] = [
  ['openai-chat', 1, '/v1/chat/completions'],
  ['openai-completions', 1, '/v1/completions'],
  ['openai-responses', 1, '/v1/responses'],
  ['anthropic-messages', 14, '/v1/messages'],
  ['gemini', 24, '/v1beta/models/gemini-2.5-flash:generateContent'],
];
const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;
const PROMPTS = ['a', 'b'];

const number = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.constantFrom(null, 0, -1));
const config = fc.record(
  {
    maxOutputTokens: number,
    max_output_tokens: number,
    candidateCount: fc.integer({ min: 1, max: 8 }),
    candidate_count: fc.integer({ min: 1, max: 8 }),
    temperature: fc.constant(1),
  },
  { requiredKeys: [] },
);
const override = fc.record(
  {
    max_tokens: number,
    max_completion_tokens: number,
    max_output_tokens: number,
    n: fc.integer({ min: 1, max: 40 }),
    best_of: fc.integer({ min: 1, max: 20 }),
    generationConfig: config,
    generation_config: config,
    temperature: fc.constant(0),
  },
  { requiredKeys: [] },
);
const requested = fc.record({
  route: fc.constantFrom(...NATIVE),
  limit: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  answers: fc.integer({ min: 1, max: 8 }),
  /** Of each candidate channel; undefined: it has none. */
  overrides: fc.array(fc.option(override, { nil: undefined }), { minLength: 1, maxLength: 3 }),
  paid: fc.option(fc.integer({ min: 16, max: 10_000 }), { nil: undefined }),
});
type Requested = typeof requested extends fc.Arbitrary<infer T> ? T : never;

function bodyOf({ route: [name], limit, answers }: Requested): object {
  const model = name === 'anthropic-messages' ? 'claude-3-5-haiku-20241022' : 'gpt-4o';
  const messages = [{ role: 'user', content: 'x' }];
  switch (name) {
    case 'openai-chat':
      return { model, messages, n: answers, ...(limit && { max_tokens: limit }) };
    case 'openai-completions':
      return { model, prompt: PROMPTS, n: answers, ...(limit && { max_tokens: limit }) };
    case 'openai-responses':
      return { model, input: 'x', ...(limit && { max_output_tokens: limit }) };
    case 'anthropic-messages':
      return { model, messages, max_tokens: limit ?? 4000 };
    case 'gemini':
      return {
        contents: [{ parts: [{ text: 'x' }] }],
        generationConfig: { candidateCount: answers, ...(limit && { maxOutputTokens: limit }) },
      };
  }
}

/** What a body requests as a provider reads it: the limit of one answer, Infinity without one, and the number of answers. */
function read(name: ProtocolName, body: UnknownRecord): { limit: number; answers: number } {
  const limitsOf = (values: unknown[]) => values.map(Number).filter((value) => value > 0);
  if (name === 'gemini') {
    const settings = record(body.generationConfig ?? body.generation_config);
    const [limit = Infinity] = limitsOf([settings.maxOutputTokens ?? settings.max_output_tokens]);
    return { limit, answers: Number(settings.candidateCount ?? settings.candidate_count ?? 1) };
  }
  const limits = limitsOf(LIMITS.map((limit) => body[limit]));
  const each = Math.max(1, ...limitsOf([body.n, body.best_of]));
  return {
    limit: limits.length > 0 ? Math.max(...limits) : Infinity,
    answers: name === 'openai-completions' ? each * PROMPTS.length : each,
  };
}

test('whatever channels override, in every protocol, what is sent costs at most what is held for', () => {
  fc.assert(
    fc.property(requested, (one) => {
      const [name, type, path] = one.route;
      const protocol = protocols[name];
      const body = Buffer.from(JSON.stringify(bodyOf(one)));
      const params = protocol.read(body, path);
      const channels = one.overrides.map(
        (paramOverride) =>
          ({ type, setting: {}, modelMapping: undefined, paramOverride }) as unknown as RoutableChannel,
      );
      const request = { exchange: { protocol }, params, body } as unknown as ParsedRequest;
      const numbers = sentNumbers(request, channels);
      for (const { paramOverride } of channels) {
        const limits = { outputLimit: one.paid, toolLimit: undefined };
        const target = targetOf({ type, model: params.model, path });
        const changed = paramOverride && limitedOverride(limits, paramOverride);
        const call = providerFor(type)!.native[name]!.request(
          limitedBody(protocol, limits, body),
          { model: params.model, stream: false, includeUsage: false, passThrough: false },
          changed ? { ...target, override: changed } : target,
        );
        const sent = read(name, JSON.parse(call.body!.toString()) as UnknownRecord);
        expect(sent.answers).toBeLessThanOrEqual(numbers.answers);
        if (one.paid !== undefined) expect(sent.limit).toBeLessThanOrEqual(one.paid);
        else if (numbers.maxTokens) expect(sent.limit * sent.answers).toBeLessThanOrEqual(numbers.maxTokens);
        else if (sent.limit !== Infinity) expect(sent.limit).toBeLessThanOrEqual(numbers.highestLimit);
      }
    }),
    seededRuns(600, 23),
  );
});

test('without overrides, the numbers are the client’s', () => {
  const body = Buffer.from(
    '{"model":"gpt-4o","n":3,"max_tokens":100,"messages":[{"role":"user","content":"x"}]}',
  );
  const protocol = protocols['openai-chat'];
  const request = {
    exchange: { protocol },
    params: protocol.read(body, ''),
    body,
  } as unknown as ParsedRequest;
  expect(sentNumbers(request, [{ type: 1, setting: {} } as RoutableChannel])).toEqual({
    answers: 3,
    maxTokens: 300,
    highestLimit: 100,
    overrides: undefined,
  });
});
