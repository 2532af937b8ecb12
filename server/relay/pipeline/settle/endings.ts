import type { EndReason } from '../../../contract/enums.js';

/** How a relayed request can end. The table below is the only place that decides what each ending costs. */
export type Ending = keyof typeof endings;

interface Rule {
  /**
   * nothing:  the hold is released.
   * zero:     the hold is settled with quota 0, which leaves a log row.
   * usage:    the provider's usage; without one, estimated prompt + counted output.
   * produced: the provider's partial usage, with estimates for the rest; nothing when nothing was produced.
   */
  charge: 'nothing' | 'zero' | 'usage' | 'produced';
  /** `other.stream_status.end_reason`; rejected requests have no log row. */
  reason: EndReason | 'refused';
  success: boolean;
}

export const endings = {
  /** The gateway rejected the request. */
  refused: { charge: 'nothing', reason: 'refused', success: false },
  /** Every attempt failed before anything but the error was sent. */
  'failed-before-bytes': { charge: 'nothing', reason: 'upstream_error', success: false },
  /** 200 without content and without usage, on the last channel tried. */
  empty: { charge: 'zero', reason: 'empty', success: false },
  complete: { charge: 'usage', reason: 'done', success: true },
  /** The stream closed without its end marker. */
  'cut-by-upstream': { charge: 'produced', reason: 'eof', success: false },
  /** No event for longer than the idle limit. */
  stalled: { charge: 'produced', reason: 'timeout', success: false },
  /** The upstream reported an error after the first bytes. */
  'upstream-error': { charge: 'produced', reason: 'upstream_error', success: false },
  /** Events that cannot be read. */
  malformed: { charge: 'produced', reason: 'malformed', success: false },
  /** The client disconnected: the upstream call is aborted at once, and what it produced is charged. */
  'cut-by-client': { charge: 'produced', reason: 'client_gone', success: false },
  /** The caller's token or account was disabled, or no longer has access to this model or group. */
  revoked: { charge: 'produced', reason: 'access_revoked', success: false },
  /** The process was stopped, and its streams did not finish within the drain time. */
  'cut-by-drain': { charge: 'produced', reason: 'server_stopped', success: false },
  /** The process died: another one settles the output it last reported. */
  'lost-with-server': { charge: 'produced', reason: 'server_lost', success: false },
  /** The balance no longer covered the stream. */
  'quota-exhausted': { charge: 'produced', reason: 'quota_exhausted', success: false },
} as const satisfies Record<string, Rule>;

export function ruleOf(ending: Ending): Rule {
  return endings[ending];
}
