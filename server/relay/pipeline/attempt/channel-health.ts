import { defaultText, optionDeclarations } from '../../../contract/options/index.js';
import { inRanges, statusRanges, type StatusRanges } from '../../../contract/options/status-ranges.js';
import type { UpstreamFailure } from '../../../dialects/canonical/failure.js';
import { SensitiveWords } from '../plan/sensitive-words.js';

/** The operator's rules for statuses and texts of upstream errors. */
export interface HealthRules {
  readonly retryStatuses: StatusRanges;
  readonly disableStatuses: StatusRanges;
  /** Lower case. */
  readonly disableKeywords: readonly string[];
}

const DEFAULT_RETRIES = statusRanges(defaultText(optionDeclarations.AutomaticRetryStatusCodes)) ?? [];

/**
 * Whether the request may be sent to another channel after this failure. A failure that the provider module calls final, such
 * as a refused prompt, is final with any status, unless the operator's options name the status.
 * @param status the failure's status after the channel's status_code_mapping
 */
export function mayRetry(failure: UpstreamFailure, status: number, { retryStatuses }: HealthRules): boolean {
  if (status >= 200 && status < 300) return false;
  // A timeout of the gateway's own does not imply that other channels are slow.
  if (failure.code === 'upstream_timeout') return true;
  const isMapped = status !== failure.status;
  if (!failure.retryable && !isMapped) return isNamed(retryStatuses, status);
  // Some providers report account problems as 400: only their provider module can tell.
  return (status === 400 && failure.retryable) || inRanges(retryStatuses, status);
}

/** Whether the operator chose to retry this status: it is listed by itself, or is none of the default ones. */
function isNamed(retryStatuses: StatusRanges, status: number): boolean {
  if (retryStatuses.some(([first, last]) => first === status && last === status)) return true;
  return inRanges(retryStatuses, status) && !inRanges(DEFAULT_RETRIES, status);
}

/**
 * Whether the channel itself is broken. The provider module interprets error codes; the operator lists statuses, and
 * keywords of the error text. Providers quote requests in their errors, so a keyword that occurs in the client's request
 * does not count: otherwise any client could have channels disabled.
 * @param requestBody of the client
 */
export function mustDisable(
  failure: UpstreamFailure,
  { disableStatuses, disableKeywords }: HealthRules,
  requestBody: Buffer,
): boolean {
  if (failure.disables || inRanges(disableStatuses, failure.status)) return true;
  const message = failure.message.toLowerCase();
  return disableKeywords.some(
    (keyword) => message.includes(keyword) && !new SensitiveWords([keyword]).mayBeIn(requestBody),
  );
}

/** The status after the channel's status_code_mapping; 200 is never mapped. */
export function mappedStatus(status: number, mapping: ReadonlyMap<number, number> | undefined): number {
  return status === 200 ? status : (mapping?.get(status) ?? status);
}
