import type { LedgerGate, Settlement } from '../../../billing/ledger/ledger.types.js';
import { chargeFor, priceFor } from '../../../billing/prices/charge/charge.js';
import {
  logDetailsOf,
  loggedTokens,
  totalTokens,
  type LoggedSkip,
} from '../../../billing/prices/logged/request-log-details.js';
import type { Price } from '../../../billing/prices/price.js';
import { contentText } from '../../../billing/prices/logged/quota-text.js';
import type { PricesService } from '../../../billing/prices/prices.service.js';
import type { LogDetailsInput } from '../../../contract/resources/logs/log-details.js';
import type { LoggedStep, UsageSemantics } from '../../../contract/resources/logs/log-terms.js';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../../dialects/canonical/usage.js';
import type { AttemptHistory } from '../attempt/attempt-history.js';
import type { Answer } from '../attempt/attempt-result.js';
import { atServedTier, chargedUsage, type Charged } from './charged-usage.js';
import { ruleOf, type Ending } from './endings.js';
import type { Outcome } from '../answer/outcome.js';
import type { CompiledSettings } from '../settings.js';
import { pricedSteps, servingPrice, withoutSteps } from './provider-steps.js';
import { implicitToolCall, withCall } from '../reserve/implicit-tool-calls.js';
import { withRequestedTools } from '../plan/requested-tools.js';
import type { BilledRequest, Plan } from '../stages.js';
import type { ImplausibleUsage } from './usage-bounds.js';

interface SettleServices {
  readonly ledger: LedgerGate;
  readonly settings: { readonly current: CompiledSettings };
  /** Prices of the models a provider calls by itself; undefined: they cost as much as the requested model. */
  readonly prices: PricesService | undefined;
}

/** What was charged. */
export interface Settled {
  /** Undefined where the hold was released. */
  readonly usage: Usage | undefined;
  /** Quota units. */
  readonly quota: number;
  readonly implausible: ImplausibleUsage | undefined;
  /** Set where a defect prevented the settlement; the client then gets an error. */
  readonly defect: unknown;
}

export const RELEASED: Settled = { usage: undefined, quota: 0, implausible: undefined, defect: undefined };

/** Charges a request by its ending's rule, or releases its hold. Runs once for every request that was reserved. */
export function settle(
  request: BilledRequest,
  history: AttemptHistory,
  { ending, outcome }: Pick<Answer, 'ending' | 'outcome'>,
  services: SettleServices,
): Promise<Settled> {
  const charged = chargedUsage(request, ending, outcome);
  return settleUsage({ request, history, ending, outcome, charged }, services);
}

/** What a settlement is computed from. */
interface Billed {
  readonly request: BilledRequest;
  readonly history: AttemptHistory;
  readonly ending: Ending;
  readonly outcome: Outcome | undefined;
  readonly charged: Charged;
}

/** Charges the given usage, or releases the hold where the ending's rule or the usage is nothing. */
export async function settleUsage(
  { request, history, ending, outcome, charged }: Billed,
  { ledger, settings, prices }: SettleServices,
): Promise<Settled> {
  const { charge } = ruleOf(ending);
  const { usage, source, implausible } = charged;
  if (!outcome || charge === 'nothing' || (source === 'none' && charge !== 'zero')) {
    await ledger.release(request.hold);
    return RELEASED;
  }
  const settled = settlement({ request, history, ending, outcome, charged }, settings.current, prices);
  await ledger.settle(request.hold, settled);
  return { usage, quota: settled.quota, implausible, defect: undefined };
}

/**
 * The charge of a running stream if its process died now: the provider's partial usage, the quick estimate of the prompt,
 * and the output counted so far.
 */
export function settlementSoFar(
  request: BilledRequest,
  history: AttemptHistory,
  outcome: Outcome,
  settings: CompiledSettings,
): Settlement {
  const { promptTokens, model, content } = request.plan;
  const usage = outcome.usage ? { ...withRequestedTools(outcome.usage, content) } : noUsage();
  if (inputTotal(usage) === 0) usage.input = promptTokens;
  const counted = Math.ceil(outcome.meter.tokens);
  if (outputTotal(usage) < counted) Object.assign(usage, { output: counted, reasoning: 0 });
  const tool = implicitToolCall(request.exchange.operation, model);
  const served = atServedTier(usage, outcome);
  const charged: Charged = {
    usage: tool ? withCall(served, tool) : served,
    source: 'estimated',
    implausible: undefined,
  };
  return settlement(
    { request, history, ending: 'lost-with-server', outcome, charged },
    settings,
    undefined,
    // The history contains only attempts that are over.
    [...history.channels, outcome.channelId],
  );
}

type BilledOutcome = Billed & { readonly outcome: Outcome };

function settlement(
  billed: BilledOutcome,
  settings: CompiledSettings,
  prices: PricesService | undefined,
  channels = billed.history.channels,
): Settlement {
  const { request, ending, outcome, charged } = billed;
  const { usage, source } = charged;
  const { params, operation, exchange } = request;
  const { token } = request.caller;
  const { group, model } = request.plan;
  const price = priceFor(usage, servingPrice(request, usage, prices));
  const steps = pricedSteps(request, usage, prices);
  const now = Date.now();
  const tokens = loggedTokens(usage, semanticsOf(outcome));
  return {
    quota: chargeFor(withoutSteps(usage), price) + steps.reduce((sum, { quota }) => sum + quota, 0),
    success: ruleOf(ending).success,
    channelId: outcome.channelId,
    createdAt: Math.floor(now / 1000),
    usageData: settings.dataExport
      ? {
          username: token.user.username,
          model,
          tokens: totalTokens(usage),
        }
      : undefined,
    log: settings.logConsume
      ? {
          username: token.user.username,
          tokenName: token.name,
          modelName: model,
          content: contentText(price, {
            requestedModel: params.model,
            noTokens: inputTotal(usage) + outputTotal(usage) === 0 && usage.more?.images === undefined,
            // A complete answer has no usage where its provider never reports any, which is no error; `usage_source` says so.
            usageMissing:
              source === 'estimated' &&
              ending !== 'complete' &&
              operation === undefined &&
              exchange.serves === undefined,
            usage,
            image: operation?.image,
            audio: hasAudio(usage),
            claude: exchange.protocol.name === 'anthropic-messages',
          }),
          promptTokens: tokens.promptTokens,
          completionTokens: tokens.completionTokens,
          useTime: Math.floor((now - exchange.startedAt) / 1000),
          isStream: params.stream,
          group,
          other: logMembers(billed, price, steps, channels, settings.flatHold),
        }
      : undefined,
  };
}

function hasAudio({ more }: Usage): boolean {
  return more !== undefined && (more.audioInput ?? 0) + (more.audioOutput ?? 0) > 0;
}

function semanticsOf({ countsCacheApart }: Outcome): UsageSemantics {
  return countsCacheApart ? 'anthropic' : 'openai';
}

/** The value of the log row's column `other`. */
function logMembers(
  { request, history, ending, outcome, charged }: BilledOutcome,
  price: Price,
  steps: readonly LoggedStep[],
  channels: readonly number[],
  flatHold: boolean,
): LogDetailsInput {
  const { params, previous, caller, outputLimit, toolLimit } = request;
  const { success, reason } = ruleOf(ending);
  const { maxTokens } = params;
  // A smaller limit of the client applies.
  const isLimitOfClient =
    maxTokens && outputLimit !== undefined && maxTokens <= outputLimit * request.plan.answers;
  return logDetailsOf({
    requestId: request.exchange.requestId,
    path: request.exchange.path,
    price,
    usage: charged.usage,
    semantics: semanticsOf(outcome),
    usageSource: charged.source,
    channels,
    upstreamModel: outcome.isModelMapped ? outcome.upstreamModel : undefined,
    systemPromptBefore: outcome.systemPromptBefore,
    firstDataMs: outcome.firstDataMs,
    answeredAfterMs: answeredAfter(request, history, outcome, channels),
    stream: params.stream ? { status: success ? 'ok' : 'error', endReason: reason } : undefined,
    reasoningEffort: outcome.reasoningEffort,
    held: request.hold.amount,
    failures: history.failures,
    skipped: skippedChannels(request.plan, history),
    chosen: previous.storedAt ? 'kept_answer' : caller.pinnedChannel === undefined ? undefined : 'pinned',
    steps,
    servedBy: charged.usage.more?.servedBy,
    flatHold,
    implausible: charged.implausible,
    outputLimit: isLimitOfClient ? undefined : outputLimit,
    toolLimit,
    context: request.loggedContext,
  });
}

/** Milliseconds from the last call to its first data, where it answered; undefined for responses of sessions. */
function answeredAfter(
  { loggedContext }: BilledRequest,
  history: AttemptHistory,
  { firstDataMs }: Outcome,
  channels: readonly number[],
): number | undefined {
  const isOfSession = loggedContext !== undefined && 'session' in loggedContext;
  const hasAnswered = history.failures.length < channels.length;
  return hasAnswered && !isOfSession ? history.sinceCall(firstDataMs) : undefined;
}

/** Channels that were skipped, for the receipt; undefined for most requests. */
export function skippedChannels(
  { routes }: Pick<Plan, 'routes'>,
  { full }: AttemptHistory,
): LoggedSkip[] | undefined {
  const { skippedOpenCircuit } = routes;
  if (!full && skippedOpenCircuit.length === 0) return undefined;
  return [
    ...skippedOpenCircuit.map((channelId) => ({ channelId, reason: 'circuit_open' as const })),
    ...(full ?? []).map((channelId) => ({ channelId, reason: 'full' as const })),
  ];
}
