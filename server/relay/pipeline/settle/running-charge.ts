import { affordableOutput, chargeFor } from '../../../billing/prices/charge/charge.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { Attempt } from '../attempt/attempt-result.js';
import type { AttemptServices } from '../attempt/attempt-services.js';
import { heldInput, leastCalls, limitedCalls } from '../reserve/held-input.js';
import { heldToolCall } from '../reserve/implicit-tool-calls.js';
import type { Outcome } from '../answer/outcome.js';
import type { Produced } from './running-answers.js';
import { settlementSoFar } from './settle.js';

/** Output tokens before the first check, and the growth factor between checks: a check costs more than counting. */
const FIRST_CHECK = 128;
const GROWTH = 1.25;

/** The response that is being charged. */
export interface ChargedResponse {
  readonly isOver: boolean;
  /** Counts output that was passed on without being read. */
  measure(): void;
  /** Neither the hold nor the balance covers more output. */
  cutByQuota(): void;
  /** A defect stopped the response. */
  crash(defect: unknown): void;
}

/** The cost of a response while it runs: keeps the hold above it, and reports it for the case that this process dies. */
export class RunningCharge {
  private nextCheck = FIRST_CHECK;
  private raising = false;
  /** Output tokens last reported by `soFar`, stored in Redis beside the hold. */
  private reported = 0;

  constructor(
    private readonly response: ChargedResponse,
    private readonly attempt: Attempt,
    private readonly outcome: Outcome,
    private readonly services: AttemptServices,
  ) {}

  /** Output tokens so far: raises the hold when the stream outgrows it, ends the stream when the balance is too low. */
  produced(outputTokens: number): void {
    const { response } = this;
    // A check is due, and none is running.
    if (outputTokens < this.nextCheck || this.raising || response.isOver) return;
    this.raise(outputTokens)
      .then((isCovered) => {
        // The request was settled in the meantime, so there is no hold left to raise. This is not an error.
        if (!isCovered && !response.isOver) response.cutByQuota();
      })
      .catch((error: unknown) => response.crash(error));
  }

  /** What the response would be charged if it were cut now; undefined when that has not changed since the last call. */
  soFar(): Produced | undefined {
    const { outcome, attempt, services } = this;
    const { request, history } = attempt;
    const { hold } = request;
    const tokens = this.counted();
    if (tokens <= this.reported || hold.amount === 0) return undefined;
    this.reported = outcome.meter.tokens;
    return { hold, settlement: settlementSoFar(request, history, outcome, services.settings.current) };
  }

  /** Output tokens so far, including bytes that were passed on without being read. */
  private counted(): number {
    this.response.measure();
    return this.outcome.meter.tokens;
  }

  /**
   * Raises the hold when the output so far nearly uses it up. An unreachable ledger does not end the stream: its
   * settlement will be spooled.
   * @returns false when neither the hold nor the balance covers more output
   */
  private async raise(outputTokens: number): Promise<boolean> {
    this.nextCheck = Math.ceil(outputTokens * GROWTH) + FIRST_CHECK;
    const { exchange, plan, hold, toolLimit } = this.attempt.request;
    const { ledger } = this.services;
    const { model, heldPrice: price, promptTokens, content } = plan;
    if (hold.amount === 0) return true;
    const tool = heldToolCall(exchange.operation, model);
    const calls = toolLimit === undefined ? leastCalls : limitedCalls(toolLimit);
    const used = heldInput(promptTokens, content, tool, calls);
    const cost = chargeFor({ ...used, output: this.nextCheck }, price);
    if (cost <= hold.amount) return true;
    this.raising = true;
    try {
      const due = cost - hold.amount;
      if (hold.amount > due && (await ledger.extend(hold, hold.amount))) return true;
      if (await ledger.extend(hold, due)) return true;
      // The whole balance is held: the stream continues as far as the hold pays. Counted exactly only here, because the
      // balance is about to end the stream.
      const paid = affordableOutput(hold.amount, used, price);
      const produced = this.counted();
      if (produced >= paid) return false;
      this.nextCheck = Math.min(paid, outputTokens + Math.max(1, paid - produced));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'books_unavailable') return true;
      throw error;
    } finally {
      this.raising = false;
    }
  }
}
