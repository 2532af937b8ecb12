import type { LedgerGate, Settlement } from '../../billing/ledger/ledger.types.js';
import { chargeFor, priceFor } from '../../billing/prices/charge.js';
import { loggedTokens, logOther, type LoggedSkip } from '../../billing/prices/log-other.js';
import { contentText } from '../../billing/prices/quota-text.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { PricesService } from '../../billing/prices/prices.service.js';
import { inputTotal, noUsage, outputTotal, stepTokens, type Usage } from '../../dialects/canonical/usage.js';
import { chargedUsage, type UsageSource } from './charged-usage.js';
import { known, type RelayContext } from './context.js';
import { ruleOf, type Ending } from './endings.js';
import type { CompiledSettings } from './settings.js';
import { pricedSteps, withoutSteps, type LoggedStep } from './provider-steps.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';

/**
 * Charges by the ending's rule, or releases the hold. Runs for every request, whatever happened before.
 * @returns the charged usage; undefined when there was no hold or it was released
 */
export async function settle(
  context: RelayContext,
  ledger: LedgerGate,
  settings: CompiledSettings,
  prices?: PricesService,
): Promise<Usage | undefined> {
  context.ending ??= endingOf(context);
  const { hold } = context;
  if (!hold) return undefined;
  const rule = ruleOf(context.ending);
  const { usage, source } = chargedUsage(context);
  if (rule.charge === 'nothing' || (source === 'none' && rule.charge !== 'zero')) {
    await ledger.release(hold);
    return undefined;
  }
  const charge = settlement(context, context.ending, usage, source, settings, prices);
  context.charged = charge.quota;
  await ledger.settle(hold, charge);
  return usage;
}

/** The ending of a request for which no attempt set one. */
function endingOf(context: RelayContext): Ending {
  if (context.clientGone && context.hold) return 'cut-by-client';
  if (context.problem instanceof ApiError) return 'refused';
  const last = context.failures.at(-1);
  return last?.code === 'empty_answer' ? 'empty' : 'failed-before-bytes';
}

/**
 * The charge of a running stream if its process died now: the provider's partial usage, the quick estimate of the prompt,
 * and the output counted so far.
 */
export function settlementSoFar(context: RelayContext, settings: CompiledSettings): Settlement {
  const { promptTokens, model } = known(context.plan);
  const { usage: reported, meter } = known(context.outcome);
  const usage = reported ? { ...reported } : noUsage();
  if (inputTotal(usage) === 0) usage.input = promptTokens;
  const counted = Math.ceil(meter.tokens);
  if (outputTotal(usage) < counted) Object.assign(usage, { output: counted, reasoning: 0 });
  const tool = implicitToolCall(context.exchange.operation, model);
  const charged = tool ? withCall(usage, tool) : usage;
  return settlement(context, 'lost-with-server', charged, 'estimated', settings, undefined);
}

function settlement(
  context: RelayContext,
  ending: Ending,
  usage: Usage,
  source: UsageSource,
  settings: CompiledSettings,
  prices: PricesService | undefined,
): Settlement {
  const { token } = known(context.caller);
  const { group, model, ...plan } = known(context.plan);
  const price = priceFor(usage, plan.price);
  const steps = pricedSteps(context, usage, prices);
  const { startedAt } = context.exchange;
  const rule = ruleOf(ending);
  const semantics = known(context.outcome).countsCacheApart ? 'anthropic' : 'openai';
  const now = Date.now();
  const tokens = loggedTokens(usage, semantics);
  return {
    quota: chargeFor(withoutSteps(usage), price) + steps.reduce((sum, { quota }) => sum + quota, 0),
    success: rule.success,
    channelId: known(context.outcome).channelId,
    createdAt: Math.floor(now / 1000),
    usageData: settings.dataExport
      ? {
          username: token.user.username,
          model,
          tokens: inputTotal(usage) + outputTotal(usage) + stepTokens(usage),
        }
      : undefined,
    log: settings.logConsume
      ? {
          username: token.user.username,
          tokenName: token.name,
          modelName: model,
          content: contentText(price, {
            requestedModel: known(context.read).model,
            noTokens: inputTotal(usage) + outputTotal(usage) === 0 && usage.more?.images === undefined,
            // Missing usage is normal for operations: some providers never report it for them.
            usageMissing: source === 'estimated' && context.operation === undefined,
            operation: context.operation?.note,
            audio: hasAudio(usage),
            claude: context.exchange.protocol.name === 'anthropic-messages',
          }),
          promptTokens: tokens.promptTokens,
          completionTokens: tokens.completionTokens,
          useTime: Math.floor((now - startedAt) / 1000),
          isStream: known(context.read).stream,
          group,
          other: other(context, rule, usage, source, semantics, steps),
        }
      : undefined,
  };
}

function hasAudio({ more }: Usage): boolean {
  return more !== undefined && (more.audioInput ?? 0) + (more.audioOutput ?? 0) > 0;
}

function other(
  context: RelayContext,
  rule: ReturnType<typeof ruleOf>,
  usage: Usage,
  source: UsageSource,
  semantics: 'anthropic' | 'openai',
  steps: readonly LoggedStep[],
): Record<string, unknown> {
  const outcome = known(context.outcome);
  const facts = logOther({
    requestId: context.exchange.requestId,
    price: priceFor(usage, known(context.plan).price),
    usage,
    semantics,
    usageSource: source,
    channels: context.channelsTried,
    upstreamModel: outcome.isModelMapped ? outcome.upstreamModel : undefined,
    systemPromptBefore: outcome.systemPromptBefore,
    firstDataMs: outcome.firstDataMs,
    stream: known(context.read).stream
      ? { status: rule.success ? 'ok' : 'error', endReason: rule.reason }
      : undefined,
    reasoningEffort: outcome.reasoningEffort,
    held: context.hold?.amount,
    failures: context.failures,
    skipped: skipped(context),
    chosen: context.kept ? 'kept_answer' : context.caller?.pinnedChannel === undefined ? undefined : 'pinned',
  });
  if (steps.length > 0) facts.steps = steps;
  if (context.beyond) facts.usage_capped = context.beyond;
  if (context.outputLimit !== undefined) facts.output_limit = context.outputLimit;
  return context.noted ? Object.assign(facts, context.noted) : facts;
}

/** Channels that were skipped, for the receipt; undefined for most requests. */
function skipped({ full, plan }: RelayContext): LoggedSkip[] | undefined {
  const skippedOpenCircuit = plan?.routes.skippedOpenCircuit ?? [];
  if (!full && skippedOpenCircuit.length === 0) return undefined;
  return [
    ...skippedOpenCircuit.map((channelId) => ({ channelId, reason: 'circuit_open' as const })),
    ...(full ?? []).map((channelId) => ({ channelId, reason: 'full' as const })),
  ];
}
