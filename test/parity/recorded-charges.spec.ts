import { chargeFor } from '../../server/billing/prices/charge/charge.js';
import type { PriceTables } from '../../server/billing/prices/price-book.js';
import { mergeUsage, noUsage, type Usage } from '../../server/dialects/canonical/usage.js';
import type { OperationRequest } from '../../server/dialects/operations/operation.js';
import type { AnswerReader, Frame } from '../../server/dialects/kit/provider.js';
import { providerForModel } from '../../server/dialects/providers/registry.js';
import { SseReader } from '../../server/relay/upstream/sse.js';
import { recordedStream } from '../dialects/recorded.js';
import { priceOf } from './book.js';

/**
 * One stream per provider in its documented format, with what it bills: caching, reasoning, audio, images, tools, tiers. The
 * prices are those of the provider's page in USD per million tokens, so tokens × price is a charge in millionths of a USD.
 */
interface Sold {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  /** Cache writes of five minutes; those of one hour cost 1.6 times as much. */
  readonly cacheWrite?: number;
  readonly audioInput?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /** Input price from this number of input tokens on; `output` is then the price of that tier, too. */
  readonly from?: number;
  /** USD per thousand calls. */
  readonly tools?: Readonly<Record<string, number>>;
  /** Share of the price that a service tier costs. */
  readonly tiers?: Readonly<Record<string, number>>;
}

interface Recording {
  readonly provider: string;
  readonly page: string;
  readonly model: string;
  /** File below test/fixtures/providers. */
  readonly stream: readonly [directory: string, name: string];
  /** Channel types whose streams have this format, with the model that selects the reader if it is not `model`. */
  readonly types: readonly (number | readonly [type: number, model: string])[];
  readonly reads?: 'responses' | 'image-generation' | 'transcription';
  readonly sold: Sold;
  /** Millionths of a USD. */
  readonly charge: number;
}

const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/pricing';
const GOOGLE = 'https://ai.google.dev/gemini-api/docs/pricing';
const OPENAI = 'https://platform.openai.com/docs/pricing';

const recordings: readonly Recording[] = [
  {
    provider: 'Claude: writes of one hour, thinking, a search',
    page: ANTHROPIC,
    model: 'claude-opus-4-8',
    stream: ['anthropic', 'billed'],
    types: [14, 41, [33, 'claude-opus-4-8']],
    sold: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, tools: { web_search: 10 } },
    charge: 10 * 5 + 2000 * 0.5 + 8000 * 10 + 420 * 25 + 10_000,
  },
  {
    provider: 'Bedrock Converse: writes of both lifetimes',
    page: 'https://aws.amazon.com/bedrock/pricing/',
    model: 'claude-sonnet-4-5',
    stream: ['aws', 'billed'],
    types: [[33, 'arn:aws:bedrock:us-east-1:111122223333:application-inference-profile/abc123']],
    sold: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    charge: 12 * 3 + 1000 * 0.3 + 1000 * 3.75 + 2000 * 6 + 50 * 15,
  },
  {
    provider: 'Gemini: audio, cache, thoughts, two search queries',
    page: GOOGLE,
    model: 'gemini-3-flash-preview',
    stream: ['gemini', 'billed'],
    types: [24, 41],
    sold: { input: 0.5, output: 3, cacheRead: 0.05, audioInput: 1, tools: { google_search: 14 } },
    charge: 600 * 0.5 + 300 * 1 + 400 * 0.05 + (40 + 120) * 3 + 2 * 14_000,
  },
  {
    provider: 'Gemini before 3: a search is billed once by the prompt, whatever its queries; priority',
    page: GOOGLE,
    model: 'gemini-2.5-flash',
    stream: ['gemini', 'billed-search'],
    types: [24, 41],
    sold: {
      input: 0.3,
      output: 2.5,
      tools: { google_search: 35 },
      tiers: { priority: 1.8 },
    },
    charge: (1000 * 0.3 + 160 * 2.5) * 1.8 + 35_000,
  },
  {
    provider: 'Gemini: an image beside text',
    page: GOOGLE,
    model: 'gemini-2.5-flash-image',
    stream: ['gemini', 'billed-image'],
    types: [24, 41],
    sold: { input: 0.3, output: 2.5, imageOutput: 30 },
    charge: 20 * 0.3 + 10 * 2.5 + 1290 * 30,
  },
  {
    provider: 'Gemini: more than 200,000 tokens of input',
    page: GOOGLE,
    model: 'gemini-2.5-pro',
    stream: ['gemini', 'billed-long'],
    types: [24, 41],
    sold: { input: 2.5, output: 15, cacheRead: 0.25, from: 200_001 },
    charge: 50_000 * 2.5 + 200_000 * 0.25 + (400 + 600) * 15,
  },
  {
    provider: 'Gemini: audio, fresh and cached, counts for the tier',
    page: GOOGLE,
    model: 'gemini-2.5-pro',
    stream: ['gemini', 'billed-long-audio'],
    types: [24, 41],
    sold: { input: 2.5, output: 15, cacheRead: 0.25, from: 200_001 },
    charge: (145_000 + 40_000) * 2.5 + 20_000 * 0.25 + 1000 * 15,
  },
  {
    provider: 'OpenAI: cache, reasoning, flex',
    page: OPENAI,
    model: 'gpt-5',
    stream: ['openai', 'billed'],
    types: [1, 3],
    sold: { input: 1.25, output: 10, cacheRead: 0.125, tiers: { flex: 0.5 } },
    charge: (86 * 1.25 + 1920 * 0.125 + 300 * 10) * 0.5,
  },
  {
    provider: 'OpenAI: audio in and out',
    page: OPENAI,
    model: 'gpt-4o-audio-preview',
    stream: ['openai', 'billed-audio'],
    types: [1, 3],
    sold: { input: 2.5, output: 10, audioInput: 40, audioOutput: 80 },
    charge: 20 * 2.5 + 100 * 40 + 50 * 10 + 200 * 80,
  },
  {
    provider: 'OpenAI Responses: cache, reasoning, two searches',
    page: OPENAI,
    model: 'gpt-5',
    stream: ['openai', 'responses-billed'],
    types: [1],
    reads: 'responses',
    sold: { input: 1.25, output: 10, cacheRead: 0.125, tools: { web_search: 10 } },
    charge: 228 * 1.25 + 100 * 0.125 + 52 * 10 + 2 * 10_000,
  },
  {
    provider: 'OpenAI: an image from text and an image',
    page: OPENAI,
    model: 'gpt-image-1',
    stream: ['openai', 'image-billed'],
    types: [1],
    reads: 'image-generation',
    sold: { input: 5, output: 40, imageInput: 10, imageOutput: 40 },
    charge: 10 * 5 + 40 * 10 + 1056 * 40,
  },
  {
    provider: 'OpenAI: a transcript',
    page: OPENAI,
    model: 'gpt-4o-transcribe',
    stream: ['openai', 'transcript-billed'],
    types: [1],
    reads: 'transcription',
    sold: { input: 2.5, output: 10, audioInput: 6 },
    charge: 10 * 2.5 + 400 * 6 + 60 * 10,
  },
  {
    provider: 'Cohere: billed units, not processed tokens',
    page: 'https://cohere.com/pricing',
    model: 'command-a-03-2025',
    stream: ['cohere', 'billed'],
    types: [34],
    sold: { input: 2.5, output: 10 },
    charge: 60 * 2.5 + 25 * 10,
  },
  {
    provider: 'Mistral: a tool call',
    page: 'https://mistral.ai/pricing',
    model: 'mistral-medium-2508',
    stream: ['mistral', 'billed'],
    types: [42],
    sold: { input: 0.4, output: 2 },
    charge: 1000 * 0.4 + 200 * 2,
  },
  {
    provider: 'DeepSeek: cache hits under both names, reasoning',
    page: 'https://api-docs.deepseek.com/quick_start/pricing',
    model: 'deepseek-chat',
    stream: ['deepseek', 'billed'],
    types: [43],
    sold: { input: 0.28, output: 0.42, cacheRead: 0.028 },
    charge: 360 * 0.28 + 640 * 0.028 + 200 * 0.42,
  },
  {
    provider: 'Zhipu: cache, a tool call',
    page: 'https://docs.z.ai/guides/overview/pricing',
    model: 'glm-4.6',
    stream: ['zhipu-v4', 'billed'],
    types: [26],
    sold: { input: 0.6, output: 2.2, cacheRead: 0.11 },
    charge: 200 * 0.6 + 1000 * 0.11 + 300 * 2.2,
  },
  {
    provider: 'Alibaba: explicit cache, written and read',
    page: 'https://www.alibabacloud.com/help/en/model-studio/context-cache',
    model: 'qwen-plus',
    stream: ['ali', 'billed'],
    types: [17],
    // Of the input, writes cost 125 % and hits 10 %.
    sold: { input: 0.4, output: 1.2, cacheRead: 0.04, cacheWrite: 0.5 },
    charge: 500 * 0.4 + 1000 * 0.04 + 1500 * 0.5 + 100 * 1.2,
  },
  {
    provider: 'Moonshot: cache, reported inside the choice',
    page: 'https://platform.moonshot.ai/docs/pricing/chat',
    model: 'kimi-k2-0905-preview',
    stream: ['moonshot', 'billed'],
    types: [25],
    sold: { input: 0.6, output: 2.5, cacheRead: 0.15 },
    charge: 600 * 0.6 + 400 * 0.15 + 200 * 2.5,
  },
  {
    provider: 'xAI: reasoning beside the completion, cache',
    page: 'https://docs.x.ai/docs/models',
    model: 'grok-4',
    stream: ['xai', 'billed'],
    types: [48],
    sold: { input: 3, output: 15, cacheRead: 0.75 },
    charge: 29 * 3 + 8 * 0.75 + (30 + 233) * 15,
  },
  {
    provider: 'OpenRouter: cache written and read, reasoning',
    page: 'https://openrouter.ai/anthropic/claude-sonnet-4.5',
    model: 'anthropic/claude-sonnet-4.5',
    stream: ['openrouter', 'billed'],
    types: [20],
    sold: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    charge: 2000 * 3 + 2000 * 0.3 + 1000 * 3.75 + 100 * 15,
  },
  {
    provider: 'Perplexity: its tokens, repeated in every chunk, and the fee of a small search',
    page: 'https://docs.perplexity.ai/getting-started/pricing',
    model: 'sonar-pro',
    stream: ['perplexity', 'billed'],
    types: [27],
    sold: { input: 3, output: 15, tools: { 'search_request/low': 6 } },
    charge: 14 * 3 + 70 * 15 + 6000,
  },
  {
    provider: 'Groq: usage in its own member',
    page: 'https://groq.com/pricing',
    model: 'llama-3.3-70b-versatile',
    stream: ['groq', 'billed'],
    types: [1000],
    sold: { input: 0.59, output: 0.79 },
    charge: 18 * 0.59 + 556 * 0.79,
  },
];

const QUOTA_PER_USD = 500_000;
const USD_PER_RATIO = 2;

function tablesOf(model: string, sold: Sold): Partial<PriceTables> {
  const { input, output, cacheRead, cacheWrite, audioInput, audioOutput, imageInput, imageOutput } = sold;
  const ratio = (price: number | undefined, base = input) =>
    price === undefined ? {} : { [model]: price / base };
  const tier = { model_ratio: input / USD_PER_RATIO, completion_ratio: output / input };
  return {
    modelRatio: { [model]: input / USD_PER_RATIO },
    completionRatio: ratio(output),
    cacheRatio: ratio(cacheRead),
    cacheCreationRatio: ratio(cacheWrite),
    audioRatio: ratio(audioInput),
    audioCompletionRatio: ratio(audioOutput, audioInput),
    imageRatio: ratio(imageInput),
    imageCompletionRatio: ratio(imageOutput),
    ...(sold.tools && { toolPrices: sold.tools }),
    ...(sold.tiers && { serviceTiers: { [model]: sold.tiers } }),
    // Below the tier, the model costs half.
    ...(sold.from !== undefined && {
      modelRatio: { [model]: input / USD_PER_RATIO / 2 },
      tiers: { [model]: [{ min_input_tokens: sold.from, ...tier }] },
    }),
  };
}

function readerOf({ reads }: Recording, type: number, model: string): Pick<AnswerReader, 'stream'> {
  const { chat, native, operations } = providerForModel(type, model)!;
  if (reads === undefined) return chat!;
  if (reads === 'responses') return native['openai-responses']!.reader!;
  const request = { model, estimate: noUsage(), fields: {} } as OperationRequest;
  return { stream: () => operations![reads]!.stream!.read(request) };
}

function usageOf(reader: Pick<AnswerReader, 'stream'>, bytes: Buffer): Usage {
  const sse = new SseReader();
  const read = reader.stream();
  const frames: Frame[] = [...sse.push(bytes), ...sse.flush()];
  const usage = noUsage();
  for (const event of frames.flatMap((frame) => read(frame)))
    if (event.type === 'usage') mergeUsage(usage, event.usage);
  return usage;
}

const rows = recordings.flatMap((recording) =>
  recording.types.map((given) => {
    const [type, model] = typeof given === 'number' ? [given, recording.model] : given;
    return [recording.provider, type, model, recording] as const;
  }),
);

test.each(rows)('%s (channel type %d)', (_provider, type, model, recording) => {
  const { sold, stream, charge } = recording;
  const usage = usageOf(readerOf(recording, type, model), recordedStream(...stream));
  const price = priceOf(recording.model, tablesOf(recording.model, sold));
  expect(chargeFor(usage, price)).toBe(Math.round((charge / 1_000_000) * QUOTA_PER_USD));
});
