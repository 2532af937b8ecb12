import fc from 'fast-check';
import { inputTotal, outputTotal, type Usage } from '../../server/dialects/canonical/usage.js';
import type { Frame } from '../../server/dialects/kit/provider.js';
import { providerForModel } from '../../server/dialects/providers/registry.js';
import { seededRuns } from '../setup/properties.js';
import { charge, frame, usageOfStream } from './book.js';

/**
 * Usage is a value that replaces itself: however a provider spreads its reports over a stream, the charge is that of the last
 * complete report. Reports are cumulative; earlier ones may lack any count (unsplit sums, details later), and a report may be
 * spread over several events in any order.
 */

/** What a request really used. Parts are included in their sums. */
interface Counts {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly writtenForAnHour: number;
  readonly output: number;
  readonly reasoning: number;
}

type Part = 'cached' | 'written' | 'lifetimes' | 'reasoning';

/** A report in groups of members that a provider sends together. The first group holds the sums. */
type Groups = readonly object[];

interface Format {
  readonly name: string;
  readonly type: number;
  readonly model?: string;
  /** The members of a report, in groups that may be missing from earlier reports. */
  readonly groups: (counts: Counts) => Groups;
  /** The group that always comes in the last event. */
  readonly closing?: (counts: Counts) => object;
  /** Which parts of the sums the format reports; absent: reads from the cache, and reasoning. */
  readonly parts?: readonly Part[];
  /** A stream with these reports. */
  readonly stream: (reports: readonly object[]) => Frame[];
}

/** Chat chunks, each with a report; the last ones follow the finish. */
function chunks(reports: readonly object[], around: (usage: object) => object = (usage) => ({ usage })) {
  const chunk = (members: object) => frame({ id: 'c', object: 'chat.completion.chunk', ...members });
  const choice = { index: 0, delta: { content: 'hi' } };
  return [
    ...reports.slice(0, -1).map((report) => chunk({ choices: [choice], ...around(report) })),
    chunk({ choices: [{ ...choice, delta: {}, finish_reason: 'stop' }], usage: null }),
    ...reports.slice(-1).map((report) => chunk({ choices: [], ...around(report) })),
    frame('[DONE]'),
  ];
}

const sums = ({ input, output }: Counts) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});
const details = (input: object, output: object = {}) => [
  { prompt_tokens_details: input },
  { completion_tokens_details: output },
];
const thought = ({ reasoning }: Counts) => ({ reasoning_tokens: reasoning });

function chat(
  name: string,
  type: number,
  groups: Format['groups'],
  { around, parts }: { around?: (usage: object) => object; parts?: readonly Part[] } = {},
): Format {
  return { name, type, groups, parts, stream: (reports) => chunks(reports, around) };
}

/** OpenAI's own names, which most others share. */
const common: Format['groups'] = (used) => [
  sums(used),
  ...details({ cached_tokens: used.cached, audio_tokens: 0 }, thought(used)),
];

/** A message of Claude's: opened with the report of its first event, closed with those of the others. */
function messages(reports: readonly object[]): Frame[] {
  const event = (type: string, members: object = {}) => frame({ type, ...members }, type);
  return [
    event('message_start', { message: { id: 'm', model: 'claude', usage: reports[0] } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hi' } }),
    event('content_block_stop', { index: 0 }),
    ...(reports.length > 1 ? reports.slice(1) : reports).map((usage, index, all) =>
      event('message_delta', {
        delta: { stop_reason: index === all.length - 1 ? 'end_turn' : null },
        usage,
      }),
    ),
    event('message_stop'),
  ];
}

const claudeParts: readonly Part[] = ['cached', 'written', 'lifetimes', 'reasoning'];
const claude: Format['groups'] = (used) => [
  {
    input_tokens: used.input - used.cached - used.written,
    cache_read_input_tokens: used.cached,
    cache_creation_input_tokens: used.written,
  },
  {
    cache_creation: {
      ephemeral_5m_input_tokens: used.written - used.writtenForAnHour,
      ephemeral_1h_input_tokens: used.writtenForAnHour,
    },
  },
];
/** The output of the first event is only that of its first tokens. */
const claudeOutput = (used: Counts) => ({
  output_tokens: used.output,
  output_tokens_details: { thinking_tokens: used.reasoning },
});

const gemini: Format['groups'] = (used) => [
  { promptTokenCount: used.input, candidatesTokenCount: used.output - used.reasoning },
  { thoughtsTokenCount: used.reasoning },
  { cachedContentTokenCount: used.cached },
  { totalTokenCount: used.input + used.output },
];
const candidates = (reports: readonly object[]) =>
  reports.map((usageMetadata, index) =>
    frame({
      responseId: 'r',
      candidates: [
        {
          content: { parts: [{ text: 'hi' }] },
          ...(index === reports.length - 1 && { finishReason: 'STOP' }),
        },
      ],
      usageMetadata,
    }),
  );

const formats: readonly Format[] = [
  {
    name: 'Anthropic',
    type: 14,
    groups: claude,
    closing: claudeOutput,
    parts: claudeParts,
    stream: messages,
  },
  {
    name: 'Vertex Claude',
    type: 41,
    model: 'claude-opus-5',
    groups: claude,
    closing: claudeOutput,
    parts: claudeParts,
    stream: messages,
  },
  {
    name: 'Bedrock Claude',
    type: 33,
    model: 'claude-haiku-4-5-20251001',
    groups: claude,
    closing: claudeOutput,
    parts: claudeParts,
    stream: messages,
  },
  {
    name: 'Bedrock Converse',
    type: 33,
    model: 'amazon.nova-pro-v1:0',
    parts: ['cached', 'written', 'lifetimes'],
    groups: (used) => [
      {
        inputTokens: used.input - used.cached - used.written,
        cacheReadInputTokens: used.cached,
        cacheWriteInputTokens: used.written,
        outputTokens: used.output,
      },
      {
        cacheDetails: [
          { ttl: '5m', inputTokens: used.written - used.writtenForAnHour },
          { ttl: '1h', inputTokens: used.writtenForAnHour },
        ],
      },
    ],
    stream: (reports) => [
      frame({ role: 'assistant' }, 'messageStart'),
      frame({ stopReason: 'end_turn' }, 'messageStop'),
      ...reports.map((usage) => frame({ usage }, 'metadata')),
    ],
  },
  { name: 'Gemini', type: 24, groups: gemini, stream: candidates },
  { name: 'Vertex Gemini', type: 41, model: 'gemini-2.5-flash', groups: gemini, stream: candidates },
  chat('OpenAI', 1, common),
  chat('Azure', 3, common),
  chat('OpenAI format under the names of Responses', 1, (used) => [
    {
      input_tokens: used.input,
      output_tokens: used.output,
      total_tokens: used.input + used.output,
    },
    { input_tokens_details: { cached_tokens: used.cached } },
    { output_tokens_details: thought(used) },
  ]),
  {
    name: 'OpenAI Responses',
    type: 1,
    groups: (used) => [
      { input_tokens: used.input, output_tokens: used.output },
      { input_tokens_details: { cached_tokens: used.cached }, output_tokens_details: thought(used) },
    ],
    // One report, in the last event.
    stream: (reports) => {
      const usage: object = Object.assign({}, ...reports);
      return [
        frame({ response: { id: 'r', usage: null } }, 'response.created'),
        frame({ response: { id: 'r', status: 'completed', output: [], usage } }, 'response.completed'),
      ];
    },
  },
  chat('DeepSeek', 43, (used) => [
    sums(used),
    {
      prompt_cache_hit_tokens: used.cached,
      prompt_cache_miss_tokens: used.input - used.cached,
    },
    { completion_tokens_details: thought(used) },
  ]),
  chat('Moonshot', 25, (used) => [sums(used), { cached_tokens: used.cached }], { parts: ['cached'] }),
  chat('Zhipu', 26, common),
  chat('Mistral', 42, (used) => [sums(used), { prompt_tokens_details: { cached_tokens: used.cached } }], {
    parts: ['cached'],
  }),
  chat('Perplexity', 27, (used) => [sums(used), { search_context_size: 'low', citation_tokens: 9 }], {
    parts: [],
  }),
  chat('Volcengine', 45, common),
  chat('SiliconFlow', 40, common),
  chat(
    'Ali, explicit cache',
    17,
    (used) => [
      sums(used),
      ...details(
        { cached_tokens: used.cached, cache_creation_input_tokens: used.written, cache_type: 'ephemeral' },
        thought(used),
      ),
    ],
    { parts: ['cached', 'written', 'reasoning'] },
  ),
  chat(
    'OpenRouter',
    20,
    (used) => [
      sums(used),
      ...details({ cached_tokens: used.cached, cache_write_tokens: used.written }, thought(used)),
      { cost: 0.95 },
    ],
    { parts: ['cached', 'written', 'reasoning'] },
  ),
  chat('xAI, reasoning beside the completion', 48, (used) => [
    {
      prompt_tokens: used.input,
      completion_tokens: used.output - used.reasoning,
      total_tokens: used.input + used.output,
    },
    ...details({ text_tokens: used.input, cached_tokens: used.cached }, thought(used)),
  ]),
  chat('Groq, before its usage had a chunk of its own', 1000, (used) => [sums(used)], {
    around: (usage) => ({ x_groq: { usage } }),
    parts: [],
  }),
  {
    name: 'Cohere',
    type: 34,
    parts: [],
    groups: ({ input, output }) => [
      { billed_units: { input_tokens: input, output_tokens: output } },
      { tokens: { input_tokens: input + 60, output_tokens: output } },
    ],
    // One report, in the last event.
    stream: (reports) => [
      frame({ type: 'message-start', id: 'c' }),
      frame({
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: Object.assign({}, ...reports) as object },
      }),
    ],
  },
];

const upTo = (most: number) => fc.nat({ max: most });
const counts: fc.Arbitrary<Counts> = fc
  .record({ input: fc.integer({ min: 1, max: 300_000 }), output: fc.integer({ min: 1, max: 60_000 }) })
  .chain(({ input, output }) =>
    fc.record({ cached: upTo(input), reasoning: upTo(output) }).chain(({ cached, reasoning }) =>
      upTo(input - cached).chain((written) =>
        upTo(written).map((writtenForAnHour) => ({
          input,
          output,
          cached,
          reasoning,
          written,
          writtenForAnHour,
        })),
      ),
    ),
  );

/** The state of a response after part of its output. */
const after = (used: Counts, share: number): Counts => ({
  ...used,
  output: Math.floor(used.output * share),
  reasoning: Math.floor(used.reasoning * share),
});

/** What the reader must find in a complete report. */
const TRUE: Readonly<Record<Part, (used: Counts) => number>> = {
  cached: ({ cached }) => cached,
  written: ({ written }) => written,
  lifetimes: ({ writtenForAnHour }) => writtenForAnHour,
  reasoning: ({ reasoning }) => reasoning,
};
const FOUND: Readonly<Record<Part, (usage: Usage) => number>> = {
  cached: ({ cacheRead }) => cacheRead,
  written: ({ cacheWrite5m, cacheWrite1h }) => cacheWrite5m + cacheWrite1h,
  lifetimes: ({ cacheWrite1h }) => cacheWrite1h,
  reasoning: ({ reasoning }) => reasoning,
};

const merged = (groups: readonly object[]): object => Object.assign({}, ...groups) as object;

describe.each(formats.map((format) => [format.name, format] as const))('%s', (_, format) => {
  const { chat: codec, native } = providerForModel(format.type, format.model ?? 'm')!;
  const reader = format.name === 'OpenAI Responses' ? native['openai-responses']!.reader! : codec!;
  const usage = (reports: readonly object[]) => usageOfStream(reader, format.stream(reports));
  const { parts = ['cached', 'reasoning'] } = format;
  const closing = (used: Counts) => (format.closing ? [format.closing(used)] : []);
  const complete = (used: Counts) => merged([...format.groups(used), ...closing(used)]);
  const same = (used: Counts, reports: readonly object[]) => {
    const expected = usage([complete(used)]);
    expect([inputTotal(expected), outputTotal(expected)]).toEqual([used.input, used.output]);
    for (const part of parts) expect([part, FOUND[part](expected)]).toEqual([part, TRUE[part](used)]);
    const found = usage(reports);
    expect(found).toEqual(expected);
    expect(charge(found)).toBe(charge(expected));
  };

  test('earlier reports, unsplit or of less output, change nothing', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const earlier = fc.array(fc.record({ share, kept: fc.nat() }), { maxLength: 4 });
    fc.assert(
      fc.property(counts, earlier, (used, states) => {
        const reports = states
          .toSorted((one, other) => one.share - other.share)
          .map((state) => {
            const groups = format.groups(after(used, state.share));
            return merged(groups.filter((_group, index) => index === 0 || (state.kept >> index) & 1));
          });
        same(used, [...reports, complete(used)]);
      }),
      seededRuns(40),
    );
  });

  test('a last report of the sums alone keeps the parts already known', () => {
    fc.assert(
      fc.property(counts, (used) => {
        same(used, [complete(used), merged([...format.groups(used).slice(0, 1), ...closing(used)])]);
      }),
      seededRuns(40),
    );
  });

  test('a report in parts, in any order, is the whole report', () => {
    const ranks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(counts, ranks, (used, order) => {
        const pieces = format
          .groups(used)
          .map((group, index) => ({ group, rank: order[index]! }))
          .toSorted((one, other) => one.rank - other.rank)
          .map(({ group }) => group);
        same(used, [...pieces, ...closing(used)]);
      }),
      seededRuns(40),
    );
  });
});
