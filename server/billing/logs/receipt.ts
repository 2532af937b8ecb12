import { chargeFor } from '../prices/charge/charge.js';
import { loggedPrice, loggedUsage } from '../prices/logged/logged-price.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';
import {
  endReasonOf,
  readLogDetails,
  readLoggedCharge,
  type LogDetails,
} from '../../contract/resources/logs/log-details.js';
import type { ReceiptAttempt, ReceiptPrice, ReceiptResponse } from '../../contract/resources/logs/receipt.js';
import { linesOf, receiptPrice, stepLine, totalUsd } from './receipt-lines.js';

/**
 * The receipt of a consumption row, with channel ids but without channel names.
 * @param refunded quota units given back later
 */
export function receiptOf(row: LogResponse, refunded = 0): ReceiptResponse {
  const facts = readLogDetails(row.other);
  const { held = null, usage_capped: capped } = facts;
  return {
    id: row.id,
    request_id: row.request_id,
    created_at: row.created_at,
    model_name: row.model_name,
    token_name: row.token_name,
    group: row.group,
    end_reason: endReasonOf(facts),
    usage_source: facts.usage_source,
    ...chargeOf(row, facts),
    ratios: Object.entries(facts.ratios).map(([name, ratio]) => ({ name, ratio })),
    held,
    charged: row.quota,
    refunded,
    uncollected: facts.uncollected,
    returned: held === null ? null : held - row.quota,
    reported: capped ?? null,
    attempts: attemptsOf(facts.admin_info),
  };
}

function chargeOf(
  row: LogResponse,
  { uncollected, steps }: LogDetails,
): Pick<ReceiptResponse, 'lines' | 'total_usd' | 'recomputed' | 'agrees'> & { price: ReceiptPrice | null } {
  const other = readLoggedCharge(row.other);
  if (!other) return { price: null, lines: [], total_usd: null, recomputed: null, agrees: null };
  const price = loggedPrice(row.model_name, other);
  const usage = loggedUsage(row, other);
  const recomputed = chargeFor(usage, price) + steps.reduce((sum, { quota }) => sum + quota, 0);
  const lines = [...linesOf(usage, price), ...steps.map(stepLine)];
  return {
    price: receiptPrice(price, other),
    lines,
    total_usd: totalUsd(lines, price.groupRatio),
    recomputed,
    agrees: recomputed === row.quota + uncollected,
  };
}

/**
 * Skipped channels first, then tried channels. All but the last tried one failed; the last one failed if it has a
 * failure entry.
 */
function attemptsOf({
  use_channel: tried,
  failures,
  skipped,
  first_token_ms: answeredAfter,
  chosen,
}: LogDetails['admin_info']): ReceiptAttempt[] {
  return [
    ...skipped.map(({ channel, reason }) => ({
      result: 'skipped' as const,
      reason,
      status: null,
      code: '',
      ms: null,
      first_token_ms: null,
      channel,
      channel_name: '',
    })),
    ...tried.map((channel, index) => {
      const failure = failures[index];
      const answered = !failure && index === tried.length - 1;
      return {
        result: answered ? ('answered' as const) : ('failed' as const),
        reason: index === 0 ? chosen : ('retry' as const),
        status: failure?.status ?? null,
        code: failure?.code ?? '',
        ms: failure?.ms ?? null,
        first_token_ms: failure?.first_token_ms ?? (answered ? answeredAfter : undefined) ?? null,
        channel,
        channel_name: '',
      };
    }),
  ];
}

/** The receipt as shown to the row's owner, without channels. */
export function ownerReceipt(receipt: ReceiptResponse): ReceiptResponse {
  return { ...receipt, attempts: receipt.attempts.map((one) => ({ ...one, channel: 0, channel_name: '' })) };
}
