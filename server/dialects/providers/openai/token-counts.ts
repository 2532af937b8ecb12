import { count, isRecord, type UnknownRecord } from '../../json/lenient.js';
import { unreadMembers } from '../../json/unread-members.js';
import { TOOL_MEMBERS } from './reported-tools.js';

/** Token counts in OpenAI's format: sums, and parts of them. Undefined: not reported. */
export interface TokenCounts {
  /** All input, cached and audio included. */
  input?: number;
  /** All output; whether it includes reasoning depends on the provider. */
  output?: number;
  total?: number;
  /** Input read from a cache, and its audio and images. */
  cached?: number;
  cachedAudio?: number;
  cachedImage?: number;
  /** Input written to a cache. */
  written?: number;
  reasoning?: number;
  inputText?: number;
  inputAudio?: number;
  inputImage?: number;
  inputVideo?: number;
  outputText?: number;
  outputAudio?: number;
  outputImage?: number;
}

/** Names of a count by place: beside the sums, or in the details of the input, the output, or the cached input. */
type Names = Readonly<Partial<Record<Place, readonly string[]>>>;
type Place = 'sums' | 'input' | 'output' | 'cached';

/**
 * All names that providers document, for every operation: upstreams report chat under the names of Responses, embeddings
 * under those of chat, and so on.
 *
 * - `prompt_tokens`, `completion_tokens`: https://platform.openai.com/docs/api-reference/chat/object
 * - `input_tokens`, `output_tokens`: https://platform.openai.com/docs/api-reference/responses/object, also of images and
 *   transcripts
 * - `prompt_cache_hit_tokens`: https://api-docs.deepseek.com/api/create-chat-completion
 * - `cached_tokens` beside the sums: https://platform.moonshot.ai/docs/api/chat
 * - `num_cached_tokens`, `prompt_token_details`: https://docs.mistral.ai/api
 * - `cache_write_tokens`: https://openrouter.ai/docs/use-cases/usage-accounting
 * - `cache_creation_input_tokens`: https://www.alibabacloud.com/help/en/model-studio/context-cache
 * - `video_tokens`: https://help.aliyun.com/zh/model-studio/qwen-omni
 * - `cache_creation_tokens`, `cached_creation_tokens`: other gateways
 * - `audio`, `image`: realtime APIs compatible with https://platform.openai.com/docs/api-reference/realtime-server-events
 */
const NAMES: Readonly<Record<keyof TokenCounts, Names>> = {
  input: { sums: ['prompt_tokens', 'input_tokens'] },
  output: { sums: ['completion_tokens', 'output_tokens'] },
  total: { sums: ['total_tokens'] },
  cached: {
    sums: ['prompt_cache_hit_tokens', 'cached_tokens', 'num_cached_tokens'],
    input: ['cached_tokens'],
  },
  cachedAudio: { cached: ['audio_tokens', 'audio'] },
  cachedImage: { cached: ['image_tokens', 'image'] },
  written: {
    sums: ['cache_creation_input_tokens', 'cache_write_tokens'],
    input: [
      'cache_write_tokens',
      'cache_creation_tokens',
      'cached_creation_tokens',
      'cache_creation_input_tokens',
    ],
  },
  reasoning: { output: ['reasoning_tokens'] },
  inputText: { input: ['text_tokens'] },
  inputAudio: { input: ['audio_tokens'] },
  inputImage: { input: ['image_tokens'] },
  inputVideo: { input: ['video_tokens'] },
  outputText: { output: ['text_tokens'] },
  outputAudio: { output: ['audio_tokens'] },
  outputImage: { output: ['image_tokens'] },
};

/** Names of the details by place: chat, Responses and images, realtime and transcripts. */
const DETAILS = {
  input: ['prompt_tokens_details', 'prompt_token_details', 'input_tokens_details', 'input_token_details'],
  output: ['completion_tokens_details', 'output_tokens_details', 'output_token_details'],
  cached: ['cached_tokens_details'],
} as const;

const TABLE = Object.entries(NAMES).flatMap(([name, places]) =>
  Object.entries(places).map(([place, names]) => ({
    name: name as keyof TokenCounts,
    place: place as Place,
    names,
  })),
);

/** Where the details of each place are. */
const PLACES: Readonly<Record<Place, readonly string[]>> = {
  sums: [''],
  input: DETAILS.input.map((name) => `${name}.`),
  output: DETAILS.output.map((name) => `${name}.`),
  cached: DETAILS.input.flatMap((input) => DETAILS.cached.map((name) => `${input}.${name}.`)),
};

/**
 * Members that are left out on purpose: they are parts or repetitions of the counts above, times, or amounts of money.
 *
 * - `prompt_cache_miss_tokens`: https://api-docs.deepseek.com/api/create-chat-completion
 * - predictions, which are part of the completion: https://platform.openai.com/docs/guides/predicted-outputs
 * - `*_time`: https://github.com/groq/groq-typescript/blob/main/src/resources/completions.ts
 * - `time_to_first_token` to `start_time`: https://docs.sambanova.ai/docs/en/features/text-generation
 * - `cost`, `cost_details`: https://openrouter.ai/docs/use-cases/usage-accounting, also of Perplexity
 * - `cost_in_usd_ticks`: https://docs.x.ai/developers/cost-tracking
 * - `estimated_cost`: https://docs.deepinfra.com/chat/overview
 * - `cache_creation`: https://www.alibabacloud.com/help/en/model-studio/context-cache
 * - `citation_tokens`, `reasoning_tokens` beside the sums: https://docs.perplexity.ai/getting-started/pricing, added to the sums where
 *   they are billed
 * - `question_tokens`: https://www.xfyun.cn/doc/spark/Web.html
 */
const IGNORED = [
  ['prompt_cache_miss_tokens'],
  ['accepted_prediction_tokens', 'rejected_prediction_tokens'].flatMap((name) =>
    PLACES.output.map((place) => place + name),
  ),
  PLACES.cached.map((place) => `${place}text_tokens`),
  PLACES.input.map((place) => `${place}cache_creation.*`),
  ['queue_time', 'prompt_time', 'completion_time', 'total_time'],
  ['time_to_first_token', 'total_latency', 'total_tokens_per_sec', 'start_time', 'end_time'],
  ['', '_after_first', '_after_first_first_ten'].map((part) => `completion_tokens${part}_per_sec`),
  ['cost.*', 'cost_details.*', 'cost_in_usd_ticks', 'estimated_cost'],
  ['citation_tokens', 'reasoning_tokens'],
  ['question_tokens'],
].flat();

/** What the readers of counts know: see `unreadMembers`. */
export const COUNT_MEMBERS: readonly string[] = [
  ...TABLE.flatMap(({ place, names }) => PLACES[place].flatMap((at) => names.map((name) => at + name))),
  ...TOOL_MEMBERS,
  ...IGNORED,
];

/** Members of a `usage` object that are not counts. */
export const unreadCounts = unreadMembers(COUNT_MEMBERS);

/** The counts of a `usage` object. A count with several names has the largest value: gateways set the others to 0. */
export function readCounts(value: unknown): TokenCounts {
  const counts: TokenCounts = {};
  if (!isRecord(value)) return counts;
  const input = inside([value], DETAILS.input);
  const found: Record<Place, readonly UnknownRecord[]> = {
    sums: [value],
    input,
    output: inside([value], DETAILS.output),
    cached: inside(input, DETAILS.cached),
  };
  for (const { name, place, names } of TABLE)
    for (const object of found[place])
      for (const member of names) {
        const tokens = count(object[member]);
        if (tokens !== undefined) counts[name] = Math.max(tokens, counts[name] ?? 0);
      }
  return counts;
}

function inside(objects: readonly UnknownRecord[], names: readonly string[]): UnknownRecord[] {
  return objects.flatMap((object) => names.map((name) => object[name]).filter(isRecord));
}

/** Whether any tokens are reported: providers and gateways send zeros if they did not count. */
export function hasCounts({ input, output, total }: TokenCounts): boolean {
  return Boolean(input) || Boolean(output) || Boolean(total);
}

/** Input: what the total states besides the output, if the input itself is not reported. */
export function inputOf({ input, output = 0, total = 0 }: TokenCounts): number {
  return input ?? Math.max(0, total - output);
}
