import { ApiError } from '../../contract/errors/api-error.js';
import { estimatePrompt } from '../../dialects/canonical/estimate.js';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import type { OperationRequest } from '../../dialects/operations/operation.js';
import { known, type RelayContext } from './context.js';
import type { Outcome } from './outcome.js';
import { ruleOf } from './endings.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';
import { bounded } from './usage-bounds.js';

/** Where the charged numbers come from; written to the log row. */
export type UsageSource = 'upstream' | 'estimated' | 'none';

/**
 * The usage a request is charged for, by its ending's rule. Per field: the provider's usage, else its partial usage, else
 * the estimated prompt and the counted output.
 */
export function chargedUsage(context: RelayContext): Charged {
  const charged = credible(context, measured(context));
  const tool = implicitToolCall(context.exchange.operation, known(context.plan).model);
  return tool && charged.source !== 'none' ? { ...charged, usage: withCall(charged.usage, tool) } : charged;
}

/** Limits the usage to plausible values, except for realtime sessions. */
function credible(context: RelayContext, charged: Charged): Charged {
  if (charged.source === 'none' || context.exchange.serves) return charged;
  const { usage, beyond } = bounded(context, charged.usage);
  context.beyond = beyond;
  return { ...charged, usage };
}

interface Charged {
  usage: Usage;
  source: UsageSource;
}

function measured(context: RelayContext): Charged {
  const { charge } = ruleOf(known(context.ending));
  const { outcome } = context;
  if (!outcome || charge === 'nothing' || charge === 'zero') return { usage: noUsage(), source: 'none' };
  if (context.operation) return operationUsage(context.operation, outcome, charge === 'usage');
  const told = outcome.usage && withPrefill(outcome.usage, outcome.prefilled ?? 0);
  const counted = countedOutput(context);
  const complete = charge === 'usage';
  if (told && complete && (outputTotal(told) > 0 || counted === 0))
    return { usage: told, source: 'upstream' };
  // The call was aborted before the upstream accepted the request: nothing was produced.
  if (!complete && !outcome.answered && counted === 0) return { usage: noUsage(), source: 'none' };
  const usage: Usage = told ? { ...told } : noUsage();
  if (inputTotal(usage) === 0) usage.input = promptEstimate(context);
  // Interrupted streams report at most their first output tokens: the counted output is used when it is higher.
  if (outputTotal(usage) < counted) {
    usage.output = counted;
    usage.reasoning = 0;
  }
  return { usage, source: 'estimated' };
}

/** Output tokens counted by the meter, never more than the client's limit. */
function countedOutput(context: RelayContext): number {
  const counted = Math.ceil(known(context.outcome).meter.tokens);
  const limit = known(context.read).maxTokens;
  return limit === undefined || limit === 0 ? counted : Math.min(counted, limit);
}

function promptEstimate(context: RelayContext): number {
  const { protocol, body, path } = context.exchange;
  try {
    return estimatePrompt(protocol.parse(body, path));
  } catch (problem) {
    // The request was passed through to a provider that supports more of the protocol than the canonical chat.
    if (problem instanceof ApiError) return known(context.plan).promptTokens;
    throw problem;
  }
}

/** The reported usage, else the request's estimate: a provider that accepted an operation performs all of it. */
function operationUsage(
  { estimate }: OperationRequest,
  { usage, answered }: Outcome,
  complete: boolean,
): Charged {
  if (usage) return { usage, source: 'upstream' };
  if (!complete && !answered) return { usage: noUsage(), source: 'none' };
  return { usage: estimate, source: 'estimated' };
}

/** Counts text of an earlier channel as output to the client, although this provider received it as input. */
function withPrefill(usage: Usage, tokens: number): Usage {
  const moved = Math.min(tokens, usage.input);
  return moved === 0 ? usage : { ...usage, input: usage.input - moved, output: usage.output + moved };
}
