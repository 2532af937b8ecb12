import type { PreferredHold } from '../../../billing/ledger/ledger.types.js';
import { chargeFor } from '../../../billing/prices/charge/charge.js';
import { outputLimit } from '../../../billing/prices/defaults/output-limits.js';
import type { Price } from '../../../billing/prices/price.js';
import type { PricesService } from '../../../billing/prices/prices.service.js';
import type { UsualUse } from '../../../billing/prices/charge/usual-use.js';
import { LEAST_OUTPUT_TOKENS } from '../../../dialects/canonical/conversation/least-output.js';
import { noUsage, type Usage } from '../../../dialects/canonical/usage.js';
import { expectedCalls, heldInput, leastCalls, withContent, type CallsOf } from './held-input.js';
import { heldToolCall, withCall } from './implicit-tool-calls.js';
import { toolCallsName } from './offered-tools.js';
import { promptWithMargin } from './output-limit.js';
import type { SentNumbers } from './raised-limit.js';
import type { ReferencedContent } from '../plan/referenced-content.js';
import type { Exchange } from '../request-scope.js';

/** What to hold for a request; see `HoldRequest`. */
export interface HoldPlan {
  /** Quota units. */
  amount: number;
  /** How much more may be held; undefined: exactly `amount`. */
  preferredHold: PreferredHold | undefined;
}

/** Factor on the 95th percentile of a model's recent output tokens, as headroom. */
const HEADROOM_FACTOR = 4;
/** Output tokens assumed per response while a model has too few recent responses. */
const FIRST_ANSWERS = 4096;
/** From this multiple of the highest cost of a request without an output limit, the balance covers it without limiting. */
const UNLIMITED_FROM = 16;

/** The inputs from which the hold of a request is computed. */
interface HoldRequest {
  model: string;
  price: Price;
  /** Estimate of the body's text. */
  promptTokens: number;
  content: ReferencedContent | undefined;
  sent: SentNumbers;
  /** Of an operation: what it uses at most, by candidate channel. Undefined for conversations. */
  estimates: readonly Usage[] | undefined;
}

/**
 * What to hold: at least what the request needs to start, at most what it can cost by its output limit or the model's
 * own, and of a balance that is not ample what responses of the model usually cost. See "Holds" in
 * `docs/relay/holds-and-prices.md`.
 */
export function holdPlan(
  request: HoldRequest,
  exchange: Pick<Exchange, 'operation' | 'serves'>,
  { prices, typicalUsage, flat }: { prices: PricesService; typicalUsage: UsualUse; flat: boolean },
): HoldPlan {
  const { model, price, promptTokens, content, estimates } = request;
  const { maxTokens, answers, highestLimit } = request.sent;
  const tool = heldToolCall(exchange.operation, model);
  const toolCost = tool ? chargeFor(withCall(noUsage(), tool), price) : 0;
  if (price.free) return exactly(0);
  if (estimates) {
    const amount = Math.max(...estimates.map((usage) => chargeFor(withContent(usage, content), price)));
    // Tasks raise their hold when the channel is known.
    if (flat || !exchange.operation) return exactly(amount);
    // The cost is known only afterwards, so the recent cost of such requests is also held where the balance has it.
    const recent = typicalUsage.percentile(operationName(exchange.operation.name, model)) ?? 0;
    const possible = Math.max(amount, recent);
    if (possible === amount) return exactly(amount);
    return { amount, preferredHold: { usual: possible, possible, headroom: 1 } };
  }
  const flatAmount = prices.hold(price, promptTokens, maxTokens) + toolCost;
  // Sessions raise their hold before each response.
  if (flat || exchange.serves) return exactly(Math.max(1, flatAmount));
  const cost = (prompt: number, output: number, callsOf: CallsOf) =>
    chargeFor({ ...heldInput(prompt, content, tool, callsOf), output }, price);
  const limited = maxTokens !== undefined && maxTokens > 0;
  const leastOutput = LEAST_OUTPUT_TOKENS * answers;
  // A smaller limit is raised where the channel does not accept it, so the hold covers that.
  const most = limited
    ? Math.max(maxTokens, leastOutput)
    : Math.max(outputLimit(model), typicalUsage.max(model), highestLimit) * answers;
  const recentCalls = toolCallsName(model);
  const allCalls = content?.tools.length ? expectedCalls(typicalUsage.max(recentCalls)) : leastCalls;
  const possible = Math.max(1, cost(promptTokens, most, allCalls));
  // The prompt and the shortest answer must be affordable; without a client limit, also the operator's minimum hold.
  // Less than `possible` limits the output to what is left beside the prompt at its longest; see `limitByHold`.
  const longestPrompt = promptWithMargin(promptTokens);
  const shortest = cost(longestPrompt, leastOutput, leastCalls);
  const least = limited
    ? shortest
    : Math.max(shortest, prices.hold(price, promptTokens, undefined) + toolCost);
  const amount = Math.min(possible, Math.max(1, least));
  const percentile = typicalUsage.percentile(model);
  const needed = percentile === undefined ? FIRST_ANSWERS : percentile * HEADROOM_FACTOR;
  const usualCalls = content?.tools.length ? expectedCalls(typicalUsage.percentile(recentCalls)) : leastCalls;
  const usual = cost(longestPrompt, Math.min(most, needed * answers), usualCalls);
  const ordinary = Math.max(amount, Math.min(possible, usual));
  return { amount, preferredHold: { usual: ordinary, possible, headroom: limited ? 1 : UNLIMITED_FROM } };
}

function exactly(amount: number): HoldPlan {
  return { amount, preferredHold: undefined };
}

/** The name under which the recent costs of an operation are recorded, in quota units. */
export function operationName(operation: string, model: string): string {
  // Model names contain no line break, so this cannot collide with one.
  return `${operation}\n${model}`;
}
