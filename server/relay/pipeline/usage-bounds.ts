import { outputLimit } from '../../billing/prices/output-limits.js';
import { inputTotal, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { known, type RelayContext } from './context.js';

/** Providers round, and some count a little more than they were allowed. */
const OUTPUT_FACTOR = 2;
const OUTPUT_MARGIN = 1024;
/** The most that any model thinks or answers, where no limit says less. */
const MAX_ANSWER = 262_144;
/** Tokens a byte of the request can come to at most, and what providers put before a prompt. */
const TOKENS_PER_BYTE = 2;
const INPUT_MARGIN = 100_000;
/** Requests that refer to content elsewhere are bounded by several full contexts of the largest models only. */
const MAX_CONTEXT = 12_000_000;
/** Members that bring input which the body does not hold: earlier answers, stored files, addresses, tools of the provider. */
const ELSEWHERE =
  /"(?:previous_response_id|conversation|prompt|cached_?[cC]ontent|file_?[iI]d|file_?[uU]ri|url|image_url|file_url|tools|mcp_servers|container|plugins|web_search_options)"/;

/** What was reported beyond the bounds, in tokens. */
export interface BeyondBounds {
  readonly input: number;
  readonly output: number;
}

/**
 * Reported usage that cannot be true is lowered to the most that could be: output to twice the limit that was sent (plus
 * 1024), reasoning to the same with a limit of at least 262,144, and input to two tokens for each byte that was sent
 * (plus 100,000), or to 12 million where the request refers to content elsewhere. Steps are the provider's own calls and
 * stay. README, "Usage that cannot be true".
 * @returns the usage itself where nothing is beyond the bounds
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
  // Files of a form are not in the body.
  if (form || ELSEWHERE.test(body.toString('latin1'))) return MAX_CONTEXT;
  return Math.min(MAX_CONTEXT, TOKENS_PER_BYTE * body.length + INPUT_MARGIN);
}

/** All input classes, each by the same share. */
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
