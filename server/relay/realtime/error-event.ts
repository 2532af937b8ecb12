import { isRecord, record } from '../../dialects/json/lenient.js';
import { clientError } from '../pipeline/client-error.js';
import type { Exchange } from '../pipeline/context.js';

/**
 * A problem in the words of the realtime API (https://platform.openai.com/docs/api-reference/realtime-server-events/error).
 * @param causedBy the id that the client gave the event at fault
 */
export function errorEvent(
  { protocol, requestId, request }: Exchange,
  problem: unknown,
  causedBy = '',
): string {
  const told = protocol.error(clientError(problem, requestId, protocol, request.headers['accept-language']));
  const error = record(isRecord(told) ? told.error : undefined);
  return JSON.stringify({
    event_id: `evt_${requestId}`,
    type: 'error',
    error: causedBy === '' ? error : { ...error, event_id: causedBy },
  });
}
