import { noUsage, type Usage } from '../../canonical/usage.js';
import { list, type UnknownRecord } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import { hasCounts, inputOf, readCounts } from './token-counts.js';

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
  const counts = readCounts(usage);
  if (!hasCounts(counts)) return noUsage();
  const input = inputOf(counts);
  const imageInput = Math.min(input, counts.inputImage ?? 0);
  const cacheRead = Math.min(input - imageInput, counts.cached ?? 0);
  const { output = 0 } = counts;
  const text = Math.min(output, counts.outputText ?? 0);
  return {
    ...noUsage(),
    input: input - imageInput - cacheRead,
    cacheRead,
    output: text,
    more: { imageInput, imageOutput: output - text },
  };
}
