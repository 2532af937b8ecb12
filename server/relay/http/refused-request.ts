import { ApiError } from '../../contract/errors/api-error.js';
import { findKey, type FoundKey } from '../pipeline/authenticate.js';
import { countRefusal } from '../pipeline/count-request.js';
import { recordFailure } from '../pipeline/failed-request.js';
import type { RefusedExchange } from '../pipeline/request-trace.js';
import type { RelayServices } from '../relay-services.js';

/**
 * Records a request that was refused before its caller was known to the pipeline, if its key is known.
 * @param presentedKey with or without `sk-`; '' if there is none
 */
export function recordRefusal(
  services: Pick<RelayServices, 'tokens' | 'failures' | 'statistics' | 'report' | 'tracer'>,
  exchange: RefusedExchange,
  presentedKey: string,
  problem: unknown,
): void {
  services.tracer?.refused(exchange, problem);
  if (!(problem instanceof ApiError)) return;
  if (!presentedKey) return countRefusal(services.statistics, '', problem);
  const record = ({ token, pinnedChannel }: FoundKey) => {
    if (token) recordFailure(services, { exchange, caller: { token, pinnedChannel } }, problem);
    else countRefusal(services.statistics, '', problem);
  };
  try {
    const found = findKey(presentedKey, services.tokens);
    // Without a database the token is not known, and was not when the request was refused.
    if (found instanceof Promise) found.then(record, () => undefined);
    else record(found);
  } catch {
    // Likewise.
  }
}
