import type { UpstreamFailure } from '../hub/failure.js';

/** Failures in a row that open a circuit. */
const FAILURES = 5;
/** Milliseconds a circuit stays open at first; doubled after each probe that fails. */
const FIRST_WAIT_MS = 5000;
/** A channel that works again is asked again within this. */
const LONGEST_WAIT_MS = 30_000;
/** A vendor's own Retry-After is believed up to here. */
const LONGEST_ORDER_MS = 5 * 60_000;

interface Circuit {
  failures: number;
  /** Unix milliseconds; 0 = closed. */
  openUntil: number;
  waitMs: number;
}

/** What routing asks. */
export type CircuitView<Id extends number | string = number> = Pick<
  Circuits<Id>,
  'anyOpen' | 'closed' | 'asked'
>;

/**
 * Which channels, or which of their keys, fail right now, as this process sees it. A channel that failed several times in a row is left alone
 * for a while, then asked by one request; if that works it is back. Channels that never failed cost nothing here.
 */
export class Circuits<Id extends number | string = number> {
  private readonly broken = new Map<Id, Circuit>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Is there any channel to leave alone? Lets the usual request skip every other question. */
  get anyOpen(): boolean {
    return this.broken.size > 0;
  }

  /** May the channel be asked? True also for the one request that probes it. */
  closed(id: Id): boolean {
    const circuit = this.broken.get(id);
    return circuit === undefined || circuit.openUntil <= this.now();
  }

  /** A request goes to the channel: while it probes an open circuit, no other does. */
  asked(id: Id): void {
    const circuit = this.broken.get(id);
    if (circuit?.openUntil) circuit.openUntil = this.now() + circuit.waitMs;
  }

  /** For requests that ask for no answer: they prove nothing, so an open circuit's one probe is not theirs. */
  looking(): CircuitView<Id> {
    return { anyOpen: this.anyOpen, closed: (id) => this.closed(id), asked: () => undefined };
  }

  succeeded(id: Id): void {
    if (this.broken.size > 0) this.broken.delete(id);
  }

  failed(id: Id, failure: UpstreamFailure): void {
    if (!isChannelTrouble(failure)) return;
    const circuit = this.broken.get(id) ?? { failures: 0, openUntil: 0, waitMs: FIRST_WAIT_MS };
    this.broken.set(id, circuit);
    circuit.failures++;
    const ordered = Math.min((failure.retryAfterSeconds ?? 0) * 1000, LONGEST_ORDER_MS);
    if (circuit.openUntil) circuit.waitMs = Math.min(circuit.waitMs * 2, LONGEST_WAIT_MS);
    const wait = circuit.openUntil || circuit.failures >= FAILURES ? circuit.waitMs : 0;
    if (ordered || wait) circuit.openUntil = this.now() + Math.max(ordered, wait);
  }
}

/** What is wrong with a request (400, 404, 413) says nothing about the channel. */
function isChannelTrouble({ status }: UpstreamFailure): boolean {
  return status >= 500 || status === 429 || status === 401 || status === 403;
}
