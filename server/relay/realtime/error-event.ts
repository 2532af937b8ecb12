import { isRecord, record } from '../../dialects/json/lenient.js';
import { clientError } from '../pipeline/client/client-error.js';
import type { Exchange } from '../pipeline/request-scope.js';

/**
 * Formats a problem as an error event of the realtime API
 * (https://platform.openai.com/docs/api-reference/realtime-server-events/error).
 * @param causedBy the client's id of the event that caused it
 */
export function errorEvent(
  { protocol, requestId, request, errorForm }: Exchange,
  problem: unknown,
  causedBy = '',
): string {
  const rendered = protocol.error(
    clientError(problem, requestId, protocol, request.headers['accept-language'], errorForm),
  );
  const error = record(isRecord(rendered) ? rendered.error : undefined);
  return JSON.stringify({
    event_id: `evt_${requestId}`,
    type: 'error',
    error: causedBy === '' ? error : { ...error, event_id: causedBy },
  });
}
