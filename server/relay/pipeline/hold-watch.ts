import { affordableOutput, chargeFor } from '../../billing/prices/charge.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { noUsage } from '../../dialects/canonical/usage.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';

/** Output tokens before the first check, and the growth factor between checks: a check costs more than counting. */
const FIRST_LOOK = 128;
const GROWTH = 1.25;

/** Keeps the hold above the cost of a running stream. */
export class HoldWatch {
  private nextLook = FIRST_LOOK;
  private raising = false;

  constructor(
    private readonly context: RelayContext,
    private readonly services: AttemptServices,
  ) {}

  /** Whether it is time to compare the cost with the hold. */
  due(outputTokens: number): boolean {
    return outputTokens >= this.nextLook && !this.raising;
  }

  /**
   * Raises the hold when the output so far nearly uses it up. An unreachable ledger does not end the stream: its
   * settlement will be spooled.
   * @param counted counts the output tokens so far exactly; called only when the balance is about to end the stream
   * @returns false when neither the hold nor the balance covers more output
   */
  async raise(outputTokens: number, counted: () => number): Promise<boolean> {
    this.nextLook = Math.ceil(outputTokens * GROWTH) + FIRST_LOOK;
    const { model, price, promptTokens } = known(this.context.plan);
    const hold = known(this.context.hold);
    if (hold.amount === 0) return true;
    const tool = implicitToolCall(this.context.exchange.operation, model);
    const input = { ...noUsage(), input: promptTokens };
    const used = tool ? withCall(input, tool) : input;
    const cost = chargeFor({ ...used, output: this.nextLook }, price);
    if (cost <= hold.amount) return true;
    this.raising = true;
    try {
      const due = cost - hold.amount;
      if (hold.amount > due && (await this.services.ledger.extend(hold, hold.amount))) return true;
      if (await this.services.ledger.extend(hold, due)) return true;
      // The whole balance is held: the stream continues as far as the hold pays.
      const paid = affordableOutput(hold.amount, used, price);
      const produced = counted();
      if (produced >= paid) return false;
      this.nextLook = Math.min(paid, outputTokens + Math.max(1, paid - produced));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'books_unavailable') return true;
      throw error;
    } finally {
      this.raising = false;
    }
  }
}
