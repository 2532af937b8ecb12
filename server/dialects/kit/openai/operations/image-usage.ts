import { UpstreamError } from '../../../canonical/failure.js';
import { noUsage, withUnread, type Usage } from '../../../canonical/usage.js';
import { isRecord, list, record, type UnknownRecord } from '../../../json/lenient.js';
import type { OperationRequest } from '../../../operations/operation.js';
import { eventError } from '../errors.js';
import { openaiFacts } from '../default-facts.js';
import { hasCounts, inputOf } from '../token-counts.js';

const members = openaiFacts.usage;
const unreadOf = members.unreadOfMedia('images');

/**
 * Usage of an image response: its tokens if it reports them, and the number of images that it contains.
 * https://platform.openai.com/docs/api-reference/images, https://www.volcengine.com/docs/82379/1541523 (Ark, which states an
 * error in the place of each image that failed)
 * @throws UpstreamError if all images failed
 */
export function imageUsage(answer: UnknownRecord, { estimate }: OperationRequest): Usage {
  const requested = estimate.more?.images ?? 1;
  const entries = list(answer.data).map(record);
  const made = entries.filter(({ error }) => !isRecord(error));
  const [broken] = entries;
  if (broken && made.length === 0) throw new UpstreamError(eventError(JSON.stringify(broken)));
  const images = members.images(record(answer.usage)) || made.length || requested;
  const calls = ((estimate.more?.calls ?? requested) / requested) * images;
  const tokens = imageTokens(answer.usage);
  return { ...tokens, more: { ...tokens.more, calls, images } };
}

/** Input is separated into text and images; output counts as images except for reported text tokens. */
export function imageTokens(usage: unknown): Usage {
  return withUnread(classesOf(usage), unreadOf(usage));
}

function classesOf(usage: unknown): Usage {
  const counts = members.counts(usage);
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
