import { inRanges, type StatusRanges } from '../../options/status-ranges.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { SensitiveWords } from './sensitive-words.js';

/** What an operator decided about statuses and texts of upstream answers. */
export interface HealthRules {
  readonly retryStatuses: StatusRanges;
  readonly disableStatuses: StatusRanges;
  /** Lower case. */
  readonly disableKeywords: readonly string[];
}

/**
 * May the request be sent to another channel after this failure (spec/relay-and-billing.md B8)?
 * @param status the failure's status after the channel's status_code_mapping
 */
export function mayRetry(failure: UpstreamFailure, status: number, { retryStatuses }: HealthRules): boolean {
  if (status >= 200 && status < 300) return false;
  // Silence that we ended ourselves says nothing about other channels.
  if (failure.code === 'upstream_timeout') return true;
  // Some vendors answer account trouble with 400: only their provider knows.
  if (status === 400) return failure.retryable || inRanges(retryStatuses, status);
  return inRanges(retryStatuses, status);
}

/**
 * Is the channel itself broken (B10)? Its provider read the codes; the operator names statuses, and keywords of the text.
 * Vendors quote in their errors what they were sent: a keyword that the client wrote is not the vendor's word
 * (spec/relay-and-billing.md F8), or anybody could have channels set aside.
 * @param asked the client's request
 */
export function mustDisable(
  failure: UpstreamFailure,
  { disableStatuses, disableKeywords }: HealthRules,
  asked: Buffer,
): boolean {
  if (failure.disables || inRanges(disableStatuses, failure.status)) return true;
  const message = failure.message.toLowerCase();
  return disableKeywords.some(
    (keyword) => message.includes(keyword) && !new SensitiveWords([keyword]).mayBeIn(asked),
  );
}

/** The status after the channel's status_code_mapping; answers of 200 are never mapped. */
export function mappedStatus(status: number, mapping: ReadonlyMap<number, number> | undefined): number {
  return status === 200 ? status : (mapping?.get(status) ?? status);
}
