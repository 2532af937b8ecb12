import type { CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { foldEvents } from '../../canonical/fold.js';
import { isRecord, record } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { eventError } from './errors.js';
import { EventReader } from './stream.js';

/**
 * Reads the response to a blocking request, which channels can select by `response_mode` in their parameter override, like
 * the events of a stream. @throws UpstreamError for an error, or a response without an answer
 */
export function readAnswer(body: unknown): CanonicalResponse {
  const whole = record(body);
  const reader = new EventReader();
  if (typeof whole.answer === 'string')
    return foldEvents([
      ...reader.read({ ...whole, event: 'message' }),
      ...reader.read({ ...whole, event: 'message_end' }),
    ]);
  if (isRecord(whole.data) && 'status' in whole.data)
    return foldEvents(reader.read({ ...whole, event: 'workflow_finished' }));
  if (typeof whole.code === 'string') throw new UpstreamError(eventError(whole));
  throw new UpstreamError(invalidResponse('the answer is not of this API'));
}
