import { outputLimit } from '../../../billing/prices/defaults/output-limits.js';
import { inputTotal, outputTotal, type Usage } from '../../../dialects/canonical/usage.js';
import type { Outcome } from '../answer/outcome.js';
import type { ReferencedContent } from '../plan/referenced-content.js';
import type { BilledRequest } from '../stages.js';

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

/** The highest plausible token counts of one response. */
export interface UsageBounds {
  /** Of all input classes together. */
  readonly input: number;
  readonly output: number;
}

/** Token counts as the provider reported them, where they exceed the bounds. */
export interface ImplausibleUsage {
  readonly input: number;
  readonly output: number;
}

/**
 * Bounds of a request: output to twice the limit that was sent plus 1024, input to two tokens per byte that was sent plus
 * 100,000, or to 12 million where the request refers to external content.
 * @param reportedInput the input to compare with: the body is searched only where it does not explain it
 */
export function requestBounds(
  {
    body,
    plan: { model, maxTokens, answers, content },
    exchange: { form },
    outputLimit: sent,
  }: BilledRequest,
  { meter }: Outcome,
  reportedInput: number,
): UsageBounds {
  const limit = sent === undefined ? maxTokens || undefined : sent * answers;
  const most = limit ?? Math.max(MAX_ANSWER, outputLimit(model)) * answers;
  const explained = TOKENS_PER_BYTE * body.length + INPUT_MARGIN;
  // The files of a form are not part of the body, and names may be written with escapes.
  const refersElsewhere = () =>
    form !== undefined || addsInput(content) || ELSEWHERE.test(body.toString('latin1'));
  const isExplained = reportedInput <= explained;
  return {
    input: isExplained ? explained : refersElsewhere() ? MAX_CONTEXT : Math.min(MAX_CONTEXT, explained),
    output: Math.max(OUTPUT_FACTOR * most + OUTPUT_MARGIN, OUTPUT_FACTOR * meter.tokens),
  };
}

/** A cache hint alone adds nothing to the body. */
function addsInput(content: ReferencedContent | undefined): boolean {
  return content !== undefined && (content.tokens + content.audio > 0 || content.tools.length > 0);
}

/**
 * Bounds of one response of a realtime session, whose input is the conversation so far.
 * @param bytes of all messages of the session so far, in both directions
 */
export function sessionBounds(bytes: number, model: string): UsageBounds {
  const most = Math.max(MAX_ANSWER, outputLimit(model));
  return {
    input: Math.min(MAX_CONTEXT, TOKENS_PER_BYTE * bytes + INPUT_MARGIN),
    output: OUTPUT_FACTOR * most + OUTPUT_MARGIN,
  };
}

/**
 * Lowers implausible usage to the bounds; reasoning, and output in other media, to at least 524,288. Steps are the
 * provider's own calls and are not limited.
 * @returns the usage itself where it is within the bounds
 */
export function bounded(
  usage: Usage,
  { input, output }: UsageBounds,
): { usage: Usage; implausible: ImplausibleUsage | undefined } {
  const reasoning = Math.max(output, MAX_ANSWER * OUTPUT_FACTOR);
  const reported = inputTotal(usage);
  const { audioOutput = 0, imageOutput = 0 } = usage.more ?? {};
  const outputTooLarge =
    usage.output > output || usage.reasoning > reasoning || Math.max(audioOutput, imageOutput) > reasoning;
  const inputTooLarge = reported > input;
  if (!outputTooLarge && !inputTooLarge) return { usage, implausible: undefined };
  const lowered = inputTooLarge ? withInput(usage, input / reported) : { ...usage };
  lowered.output = Math.min(usage.output, output);
  lowered.reasoning = Math.min(usage.reasoning, reasoning);
  if (lowered.more && Math.max(audioOutput, imageOutput) > reasoning)
    lowered.more = {
      ...lowered.more,
      audioOutput: Math.min(audioOutput, reasoning),
      imageOutput: Math.min(imageOutput, reasoning),
    };
  return { usage: lowered, implausible: { input: reported, output: outputTotal(usage) } };
}

/** The line for the operator about implausible usage. */
export function implausibleUsage({ input, output }: ImplausibleUsage): string {
  return `usage exceeds the bounds of the request and is not charged: ${input} input, ${output} output tokens reported`;
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
