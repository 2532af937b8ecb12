import type { CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { foldEvents } from '../../canonical/fold.js';
import { isRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { innerError } from './errors.js';
import { ResultReader } from './stream.js';

/**
 * Reads a complete response like a stream of one event.
 * @throws UpstreamError for an error inside a 200 response, or a response without a result
 */
export function readAnswer(body: unknown): CanonicalResponse {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  if (!isRecord(body) || (typeof body.result !== 'string' && !isRecord(body.function_call)))
    throw new UpstreamError(invalidResponse('the answer is not of this API'));
  return foldEvents(new ResultReader({ citations: true }).read(body, true));
}
