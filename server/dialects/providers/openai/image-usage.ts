import { noUsage, type Usage } from '../../canonical/usage.js';
import { count, isRecord, list, record, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';

/**
 * Usage of an image response: its tokens if it reports them, and the number of images that it contains.
 * https://platform.openai.com/docs/api-reference/images
 */
export function imageUsage(answer: UnknownRecord, { estimate }: OperationRequest): Usage {
  const requested = estimate.more?.images ?? 1;
  const images = list(answer.data).length || requested;
  const calls = ((estimate.more?.calls ?? requested) / requested) * images;
  return { ...imageTokens(answer.usage), more: { ...imageTokens(answer.usage).more, calls, images } };
}

/** Input is separated into text and images; output counts as images except for reported text tokens. */
export function imageTokens(usage: unknown): Usage {
  if (!isRecord(usage)) return noUsage();
  const input = record(usage.input_tokens_details);
  const output = record(usage.output_tokens_details);
  const inputTokens = count(usage.input_tokens) ?? 0;
  const imageInput = Math.min(inputTokens, count(input.image_tokens) ?? 0);
  const cacheRead = Math.min(inputTokens - imageInput, count(input.cached_tokens) ?? 0);
  const outputTokens = count(usage.output_tokens) ?? 0;
  const text = Math.min(outputTokens, count(output.text_tokens) ?? 0);
  return {
    ...noUsage(),
    input: inputTokens - imageInput - cacheRead,
    cacheRead,
    output: text,
    more: { imageInput, imageOutput: outputTokens - text },
  };
}
