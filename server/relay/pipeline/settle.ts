import type { LedgerGate, Settlement } from '../../billing/ledger/ledger.types.js';
import { chargeFor, priceFor } from '../../billing/prices/charge.js';
import { loggedTokens, logOther, type LoggedSkip } from '../../billing/prices/log-other.js';
import { contentText } from '../../billing/prices/quota-text.js';
import { Refusal } from '../../core/refusal.js';
import { inputTotal, outputTotal, type Usage } from '../hub/usage.js';
import { chargedUsage, type UsageSource } from './charged-usage.js';
import { known, type RelayContext } from './context.js';
import { ruleOf, type Ending } from './endings.js';
import type { CompiledSettings } from './settings.js';

/**
 * Charges by the ending's rule, or gives the hold back. Runs for every request, whatever happened before, and is the
 * only code that does either. Returns what was charged for.
 */
export async function settle(
  context: RelayContext,
  ledger: LedgerGate,
  settings: CompiledSettings,
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
  const charge = settlement(context, usage, source, settings);
  context.charged = charge.quota;
  await ledger.settle(hold, charge);
  return usage;
}

/** The ending of a request that no answer gave one to. */
function endingOf(context: RelayContext): Ending {
  if (context.clientGone && context.hold) return 'cut-by-client';
  if (context.problem instanceof Refusal) return 'refused';
  const last = context.failures.at(-1);
  return last?.code === 'empty_answer' ? 'empty' : 'failed-before-bytes';
}

function settlement(
  context: RelayContext,
  usage: Usage,
  source: UsageSource,
  settings: CompiledSettings,
): Settlement {
  const { token } = known(context.caller);
  const { group, model, ...plan } = known(context.plan);
  const price = priceFor(usage, plan.price);
  const { startedAt } = context.exchange;
  const rule = ruleOf(known(context.ending));
  const semantics = known(context.outcome).countsCacheApart ? 'anthropic' : 'openai';
  const now = Date.now();
  const tokens = loggedTokens(usage, semantics);
  return {
    quota: chargeFor(usage, price),
    success: rule.success,
    channelId: known(context.outcome).channelId,
    createdAt: Math.floor(now / 1000),
    usageData: settings.dataExport
      ? { username: token.user.username, model, tokens: inputTotal(usage) + outputTotal(usage) }
      : undefined,
    log: settings.logConsume
      ? {
          username: token.user.username,
          tokenName: token.name,
          modelName: model,
          content: contentText(price, {
            requestedModel: known(context.read).model,
            noTokens: inputTotal(usage) + outputTotal(usage) === 0 && usage.more?.images === undefined,
            // Vendors that never say what an operation used have not failed.
            usageMissing: source === 'estimated' && context.operation === undefined,
            operation: context.operation?.note,
            sound: hasSound(usage),
            claude: context.exchange.protocol.name === 'anthropic-messages',
          }),
          promptTokens: tokens.promptTokens,
          completionTokens: tokens.completionTokens,
          useTime: Math.floor((now - startedAt) / 1000),
          isStream: known(context.read).stream,
          group,
          other: other(context, usage, source, semantics),
        }
      : undefined,
  };
}

function hasSound({ more }: Usage): boolean {
  return more !== undefined && (more.audioInput ?? 0) + (more.audioOutput ?? 0) > 0;
}

function other(
  context: RelayContext,
  usage: Usage,
  source: UsageSource,
  semantics: 'anthropic' | 'openai',
): Record<string, unknown> {
  const outcome = known(context.outcome);
  const rule = ruleOf(known(context.ending));
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
  return context.noted ? Object.assign(facts, context.noted) : facts;
}

/** Channels that were passed over, for the receipt; undefined for most requests. */
function skipped({ full, plan }: RelayContext): LoggedSkip[] | undefined {
  const leftAlone = plan?.routes.leftAlone ?? [];
  if (!full && leftAlone.length === 0) return undefined;
  return [
    ...leftAlone.map((channelId) => ({ channelId, reason: 'circuit_open' as const })),
    ...(full ?? []).map((channelId) => ({ channelId, reason: 'full' as const })),
  ];
}
