import { ApiError } from '../../../contract/errors/api-error.js';
import type { UsageSource } from '../../../contract/resources/logs/log-terms.js';
import { estimatePrompt } from '../../../dialects/canonical/estimate.js';
import {
  atPriceFactor,
  divided,
  imageFactorOf,
  inputTotal,
  noUsage,
  outputTotal,
  type Usage,
} from '../../../dialects/canonical/usage.js';
import type { OperationRequest } from '../../../dialects/operations/operation.js';
import { ruleOf, type Ending } from './endings.js';
import { implicitToolCall, withCall } from '../reserve/implicit-tool-calls.js';
import type { Outcome } from '../answer/outcome.js';
import { withRequestedTools } from '../plan/requested-tools.js';
import type { BilledRequest } from '../stages.js';
import { bounded, requestBounds, type ImplausibleUsage } from './usage-bounds.js';

/** The usage of a response and where its numbers come from. */
export interface Charged {
  readonly usage: Usage;
  readonly source: UsageSource;
  /** Set where the provider reported implausible usage and less is charged. */
  readonly implausible: ImplausibleUsage | undefined;
}

const NOTHING: Charged = { usage: noUsage(), source: 'none', implausible: undefined };

/**
 * The usage a request is charged for, by its ending's rule. Per field: the provider's usage, else its partial usage, else
 * the estimated prompt and the counted output.
 * @param outcome of the response; undefined where there was none
 */
export function chargedUsage(request: BilledRequest, ending: Ending, outcome: Outcome | undefined): Charged {
  const { charge } = ruleOf(ending);
  if (!outcome || charge === 'nothing' || charge === 'zero') return NOTHING;
  const { operation } = request;
  const isComplete = charge === 'usage';
  const found =
    operation && !outcome.isConversation
      ? operationUsage(operation, outcome, isComplete)
      : conversationUsage(request, outcome, isComplete);
  if (found.source === 'none') return NOTHING;
  const bounds = requestBounds(request, outcome, inputTotal(found.usage));
  const { usage, implausible } = bounded(atServedTier(found.usage, outcome), bounds);
  const tool = implicitToolCall(request.exchange.operation, request.plan.model);
  const called = withRequestedTools(usage, request.plan.content);
  return { usage: tool ? withCall(called, tool) : called, source: found.source, implausible };
}

type Measured = Pick<Charged, 'usage' | 'source'>;

function conversationUsage(request: BilledRequest, outcome: Outcome, isComplete: boolean): Measured {
  const counted = countedOutput(request, outcome);
  const reported = outcome.usage && withPrefill(divided(outcome.usage, counted), outcome.prefilled ?? 0);
  if (reported && isComplete && (outputTotal(reported) > 0 || counted === 0))
    return { usage: reported, source: 'upstream' };
  // The call was aborted before the upstream accepted the request: nothing was produced.
  if (!isComplete && !outcome.answered && counted === 0) return NOTHING;
  const usage: Usage = reported ? { ...reported } : noUsage();
  if (inputTotal(usage) === 0) {
    const { estimate } = outcome;
    usage.input = estimate?.input ?? promptEstimate(request);
    if (estimate?.more) usage.more = { ...usage.more, ...estimate.more };
  }
  // Interrupted streams report at most their first output tokens: the counted output is used when it is higher.
  if (outputTotal(usage) < counted) {
    usage.output = counted;
    usage.reasoning = 0;
  }
  return { usage, source: 'estimated' };
}

/** A tier in the headers of the response is that which served it, whatever its usage repeats. */
export function atServedTier(usage: Usage, { servedTier }: Outcome): Usage {
  if (servedTier === undefined) return usage;
  const { serviceTier: _reported, ...others } = usage;
  return servedTier === '' ? others : { ...others, serviceTier: servedTier };
}

/** Output tokens counted by the meter, never more than the client's limit, or what a channel raises it to. */
function countedOutput({ plan: { maxTokens } }: BilledRequest, { meter }: Outcome): number {
  const counted = Math.ceil(meter.tokens);
  return maxTokens === undefined || maxTokens === 0 ? counted : Math.min(counted, maxTokens);
}

function promptEstimate({ exchange: { protocol, path }, body, plan }: BilledRequest): number {
  try {
    return estimatePrompt(protocol.parse(body, path));
  } catch (problem) {
    // The request was passed through to a provider that supports more of the protocol than the canonical chat.
    if (problem instanceof ApiError) return plan.promptTokens;
    throw problem;
  }
}

/** The reported usage, else the provider's or the request's estimate: a provider that accepted an operation performs all of it. */
function operationUsage(
  { estimate }: OperationRequest,
  { usage, answered, estimate: ofProvider, priceFactor = imageFactorOf(ofProvider) }: Outcome,
  isComplete: boolean,
): Measured {
  if (usage) return { usage: atPriceFactor(withExtras(usage, ofProvider), priceFactor), source: 'upstream' };
  if (!isComplete && !answered) return NOTHING;
  return { usage: atPriceFactor(ofProvider ?? estimate, priceFactor), source: 'estimated' };
}

/** Providers report the length of audio, but not the paid options that were requested. */
function withExtras(usage: Usage, estimate: Usage | undefined): Usage {
  const extras = estimate?.more?.extras;
  return extras ? { ...usage, more: { ...usage.more, extras } } : usage;
}

/** Counts text of an earlier channel as output to the client, although this provider received it as input. */
function withPrefill(usage: Usage, tokens: number): Usage {
  const moved = Math.min(tokens, usage.input);
  return moved === 0 ? usage : { ...usage, input: usage.input - moved, output: usage.output + moved };
}
