import type { FailedRequest } from './failed-request.js';

/** Rows of the same channel, code and user that are kept of each minute. */
export const KEPT_PER_MINUTE = 20;
/** Most combinations of channel, code and user that are counted each by itself within a minute. */
const MAX_KINDS = 10_000;
const MINUTE_SECONDS = 60;

interface Kind {
  seen: number;
  /** The last one that was not kept. */
  suppressed: FailedRequest | undefined;
}

/**
 * Limits the rows of failed requests, so that a flood of them does not fill the log: of each minute the first twenty of a
 * channel, code and user are kept, and one more row states how many followed. Each process counts for itself.
 */
export class FailureLimit {
  private minute = 0;
  private kinds = new Map<string, Kind>();
  /** Failures of further kinds. */
  private others = 0;

  /** Whether the end of the minute brings a row. */
  get hasSuppressed(): boolean {
    for (const { suppressed } of this.kinds.values()) if (suppressed) return true;
    return this.others > 0;
  }

  /** Whether the row of this failure is kept. */
  admits(failure: FailedRequest): boolean {
    const key = `${failure.channelId} ${failure.userId} ${failure.code}`;
    let kind = this.kinds.get(key);
    if (!kind) {
      if (this.kinds.size >= MAX_KINDS) {
        this.others++;
        return false;
      }
      this.kinds.set(key, (kind = { seen: 0, suppressed: undefined }));
    }
    kind.seen++;
    if (kind.seen <= KEPT_PER_MINUTE) return true;
    kind.suppressed = failure;
    return false;
  }

  /**
   * Begins the next minute when this one is over.
   * @param now Unix seconds
   * @returns the rows that stand for what was not kept, and the number of failures that no row stands for; undefined: it is not
   *   over
   */
  next(now: number): { rows: FailedRequest[]; uncounted: number } | undefined {
    const minute = Math.floor(now / MINUTE_SECONDS);
    if (minute === this.minute) return undefined;
    const rows: FailedRequest[] = [];
    for (const { seen, suppressed } of this.kinds.values())
      if (suppressed) rows.push(summary(suppressed, seen - KEPT_PER_MINUTE));
    const uncounted = this.others;
    this.minute = minute;
    this.kinds = new Map();
    this.others = 0;
    return { rows, uncounted };
  }
}

/** What the failures have in common: none of them is named. */
function summary(failure: FailedRequest, suppressed: number): FailedRequest {
  const { status_code, error_code, error_type, error, admin_info } = failure.details;
  const upstream = admin_info?.upstream_status;
  return {
    ...failure,
    requestId: '',
    tokenId: 0,
    tokenName: '',
    modelName: '',
    useTime: 0,
    isStream: false,
    details: {
      status_code,
      error_code,
      error_type,
      error,
      suppressed,
      ...(upstream !== undefined && { admin_info: { upstream_status: upstream } }),
    },
  };
}
