/**
 * How a relayed request can end, and what each ending costs. This table is the only place that decides it
 * (spec/relay-and-billing.md F4).
 */
export type Ending = keyof typeof endings;

interface Rule {
  /**
   * nothing:  the hold is given back.
   * zero:     the hold is given back and a log row with quota 0 says so.
   * usage:    the upstream's usage; where it gave none, estimated prompt + counted output.
   * produced: what was produced: the upstream's partial usage, estimates for the rest; nothing when nothing came.
   */
  charge: 'nothing' | 'zero' | 'usage' | 'produced';
  /** `other.stream_status.end_reason`. */
  reason: string;
  success: boolean;
}

export const endings = {
  /** The gateway itself said no. */
  refused: { charge: 'nothing', reason: 'refused', success: false },
  /** Every attempt failed and the client has seen nothing but the error. */
  'failed-before-bytes': { charge: 'nothing', reason: 'upstream_error', success: false },
  /** 200 without content and without usage, on every channel tried. */
  empty: { charge: 'zero', reason: 'empty', success: false },
  complete: { charge: 'usage', reason: 'done', success: true },
  /** The stream closed without its end marker. */
  'cut-by-upstream': { charge: 'produced', reason: 'eof', success: false },
  /** Silence for longer than the idle limit. */
  stalled: { charge: 'produced', reason: 'timeout', success: false },
  /** The upstream reported an error after the first bytes. */
  'upstream-error': { charge: 'produced', reason: 'upstream_error', success: false },
  /** Events that cannot be read. */
  malformed: { charge: 'produced', reason: 'malformed', success: false },
  /** The client left: the upstream call was ended at once, what it had produced is paid. */
  'cut-by-client': { charge: 'produced', reason: 'client_gone', success: false },
  /** The caller's token or account was disabled, or may not do this any more. */
  revoked: { charge: 'produced', reason: 'access_revoked', success: false },
  /** The process stopped, and the time its streams had to finish was over. */
  'cut-by-drain': { charge: 'produced', reason: 'server_stopped', success: false },
  /** The process died: another one settles what was known to be produced. */
  'lost-with-server': { charge: 'produced', reason: 'server_lost', success: false },
  /** The balance could not carry the stream any longer. */
  'quota-exhausted': { charge: 'produced', reason: 'quota_exhausted', success: false },
} as const satisfies Record<string, Rule>;

export function ruleOf(ending: Ending): Rule {
  return endings[ending];
}
