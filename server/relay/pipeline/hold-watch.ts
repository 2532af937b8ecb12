import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import { affordableOutput, chargeFor } from '../../billing/prices/charge.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { noUsage } from '../../dialects/canonical/usage.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';
import type { Reserved } from './stages.js';

/** Output tokens before the first check, and the growth factor between checks: a check costs more than counting. */
const FIRST_LOOK = 128;
const GROWTH = 1.25;

/** Keeps the hold above the cost of a running stream. */
export class HoldWatch {
  private nextLook = FIRST_LOOK;
  private raising = false;

  constructor(
    private readonly request: Reserved,
    private readonly ledger: Pick<LedgerGate, 'extend'>,
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
    const { exchange, plan, hold } = this.request;
    const { model, price, promptTokens } = plan;
    if (hold.amount === 0) return true;
    const tool = implicitToolCall(exchange.operation, model);
    const input = { ...noUsage(), input: promptTokens };
    const used = tool ? withCall(input, tool) : input;
    const cost = chargeFor({ ...used, output: this.nextLook }, price);
    if (cost <= hold.amount) return true;
    this.raising = true;
    try {
      const due = cost - hold.amount;
      if (hold.amount > due && (await this.ledger.extend(hold, hold.amount))) return true;
      if (await this.ledger.extend(hold, due)) return true;
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
