import type { JournalEntry } from '../../billing/ledger/journal-entry.js';
import { logDetailsOf } from '../../billing/prices/logged/request-log-details.js';
import type { LogDetailsInput } from '../../contract/resources/logs/log-details.js';
import { chineseText } from '../../contract/stored-texts/catalogue.js';
import type { TaskUnits } from '../../dialects/task-apis/task.js';
import type { AttemptHistory } from '../../relay/pipeline/attempt/attempt-history.js';
import type { CompiledSettings } from '../../relay/pipeline/settings.js';
import type { Reserved } from '../../relay/pipeline/stages.js';
import { usageOf } from './call-task.js';
import { chargeText } from './charge-text.js';
import type { TaskTable } from './task-table.js';

/** What is charged for an accepted task. */
export interface AcceptedCharge {
  readonly table: TaskTable;
  readonly channelId: number;
  /** Quota units. */
  readonly cost: number;
  readonly units: TaskUnits;
  readonly action: string;
  readonly publicId: string;
}

/** From what the charge was computed: the value of the log row's `other`, from which a task is also settled. */
export function chargeDetails(
  { exchange, plan, hold }: Reserved,
  history: AttemptHistory,
  { units, publicId }: AcceptedCharge,
): LogDetailsInput {
  const estimated = tokensOf(plan, units);
  return logDetailsOf({
    requestId: exchange.requestId,
    price: plan.price,
    usage: usageOf(units, plan.price),
    semantics: 'openai',
    usageSource: estimated === undefined ? 'upstream' : 'estimated',
    channels: history.channels,
    failures: history.failures,
    upstreamModel: undefined,
    firstDataMs: undefined,
    stream: undefined,
    held: hold.amount,
    task: { id: publicId, ratios: estimated === undefined ? units.ratios : undefined },
  });
}

/** The entry of the ledger, with its log row where these are on. */
export function chargeEntry(
  { exchange, caller: { token }, plan }: Reserved,
  { table, channelId, cost, units, action, publicId }: AcceptedCharge,
  details: LogDetailsInput,
  { dataExport, logConsume }: CompiledSettings,
): JournalEntry {
  const now = Date.now();
  const { username } = token.user;
  const text = chargeText(
    plan.price,
    units,
    action,
    table === 'drawing' && action !== 'SWAP_FACE' ? publicId : '',
  );
  return {
    requestId: exchange.requestId,
    userId: token.user.id,
    tokenId: token.id,
    channelId,
    charge: cost,
    createdAt: Math.floor(now / 1000),
    usageData: dataExport ? { username, model: plan.model, tokens: 0 } : undefined,
    log: logConsume
      ? {
          username,
          tokenName: token.name,
          modelName: plan.model,
          content: chineseText(text),
          promptTokens: 0,
          completionTokens: tokensOf(plan, units) ?? 0,
          useTime: Math.floor((now - exchange.startedAt) / 1000),
          isStream: false,
          group: plan.group,
          other: JSON.stringify({ ...details, text }),
        }
      : undefined,
  };
}

/** Estimated tokens, of models that are priced by token. */
function tokensOf({ price }: Reserved['plan'], { tokens }: TaskUnits): number | undefined {
  return price.modelPrice === -1 ? tokens : undefined;
}
