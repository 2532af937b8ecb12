import { outputLimit } from '../../billing/prices/output-limits.js';
import { inputTotal, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { known, type RelayContext } from './context.js';

/** Tolerances: providers round, and some count slightly more output than their limit allows. */
const OUTPUT_FACTOR = 2;
const OUTPUT_MARGIN = 1024;
/** Highest reasoning or output tokens of any model, used where no lower limit applies. */
const MAX_ANSWER = 262_144;
/** Most tokens per byte of the request, and a margin for what providers add to a prompt. */
const TOKENS_PER_BYTE = 2;
const INPUT_MARGIN = 100_000;
/** Bound for requests that refer to external content: several full contexts of the largest models, in tokens. */
const MAX_CONTEXT = 12_000_000;
/** Members that add input the body does not contain: earlier responses, stored files, URLs, tools of the provider. */
const ELSEWHERE =
  /"(?:previous_response_id|conversation|prompt|cached_?[cC]ontent|file_?[iI]d|file_?[uU]ri|url|image_url|file_url|tools|mcp_servers|container|plugins|web_search_options)"/;

/** The reported token counts, where they exceed the bounds. */
export interface BeyondBounds {
  readonly input: number;
  readonly output: number;
}

/**
 * Lowers implausible reported usage to the highest plausible values: output to twice the limit that was sent plus 1024,
 * reasoning to the same but at least 524,288, and input to two tokens per byte that was sent plus 100,000, or to 12
 * million where the request refers to external content. Steps are the provider's own calls and are not limited.
 * @returns the usage itself where it is within the bounds
 */
export function bounded(context: RelayContext, usage: Usage): { usage: Usage; beyond?: BeyondBounds } {
  const output = outputBound(context);
  const reasoning = Math.max(output, MAX_ANSWER * OUTPUT_FACTOR);
  const reported = inputTotal(usage);
  const { audioOutput = 0, imageOutput = 0 } = usage.more ?? {};
  const outputTooLarge =
    usage.output > output || usage.reasoning > reasoning || Math.max(audioOutput, imageOutput) > reasoning;
  const inputTooLarge =
    reported > TOKENS_PER_BYTE * context.exchange.body.length + INPUT_MARGIN &&
    reported > inputBound(context);
  if (!outputTooLarge && !inputTooLarge) return { usage };
  const lowered = inputTooLarge ? withInput(usage, inputBound(context) / reported) : { ...usage };
  lowered.output = Math.min(usage.output, output);
  lowered.reasoning = Math.min(usage.reasoning, reasoning);
  if (lowered.more && Math.max(audioOutput, imageOutput) > reasoning)
    lowered.more = {
      ...lowered.more,
      audioOutput: Math.min(audioOutput, reasoning),
      imageOutput: Math.min(imageOutput, reasoning),
    };
  return { usage: lowered, beyond: { input: reported, output: outputTotal(usage) } };
}

function outputBound({ outputLimit: sent, read, outcome, plan }: RelayContext): number {
  const { maxTokens, answers = 1 } = known(read);
  const limit = sent === undefined ? maxTokens || undefined : sent * answers;
  const most = limit ?? Math.max(MAX_ANSWER, outputLimit(known(plan).model)) * answers;
  return Math.max(OUTPUT_FACTOR * most + OUTPUT_MARGIN, OUTPUT_FACTOR * known(outcome).meter.tokens);
}

function inputBound({ exchange: { body, form } }: RelayContext): number {
  // The files of a form are not part of the body.
  if (form || ELSEWHERE.test(body.toString('latin1'))) return MAX_CONTEXT;
  return Math.min(MAX_CONTEXT, TOKENS_PER_BYTE * body.length + INPUT_MARGIN);
}

/** Scales all input classes by the same factor. */
function withInput(usage: Usage, share: number): Usage {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, more } = usage;
  const part = (tokens: number) => Math.floor(tokens * share);
  return {
    ...usage,
    input: part(input),
    cacheRead: part(cacheRead),
    cacheWrite5m: part(cacheWrite5m),
    cacheWrite1h: part(cacheWrite1h),
    ...(more && {
      more: {
        ...more,
        ...(more.audioInput && { audioInput: part(more.audioInput) }),
        ...(more.audioCacheRead && { audioCacheRead: part(more.audioCacheRead) }),
        ...(more.imageInput && { imageInput: part(more.imageInput) }),
      },
    }),
  };
}
