import { z } from 'zod';
import { chargeFor } from '../prices/charge.js';
import { loggedOther, loggedPrice, loggedUsage } from '../prices/logged-price.js';
import type { LogResponse } from '../../contract/resources/log.js';
import type { ReceiptAttempt, ReceiptPrice, ReceiptResponse } from '../../contract/resources/receipt.js';
import { linesOf, receiptPrice, stepLine, totalUsd } from './receipt-lines.js';

const numbers = z.array(
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
);

/** Details of how the request was served. Rows from other sources may lack any of them. */
const servingDetails = z.looseObject({
  held: z.int().nullable().catch(null),
  uncollected: z.int().min(0).catch(0),
  usage_source: z.string().catch(''),
  usage_capped: z.looseObject({ input: z.int(), output: z.int() }).nullable().catch(null),
  steps: z
    .array(
      z.looseObject({
        kind: z.string(),
        model: z.string().optional(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        quota: z.int(),
      }),
    )
    .catch([]),
  ratios: z.record(z.string(), z.number().min(0)).catch({}),
  stream_status: z.looseObject({ end_reason: z.string() }).nullable().catch(null),
  admin_info: z
    .looseObject({
      use_channel: numbers.catch([]),
      failures: z.array(z.looseObject({ status: z.int(), code: z.string() })).catch([]),
      skipped: z
        .array(
          z.looseObject({
            channel: z
              .string()
              .regex(/^\d{1,15}$/)
              .transform(Number),
            reason: z.enum(['full', 'circuit_open']),
          }),
        )
        .catch([]),
      chosen: z.enum(['pinned', 'kept_answer', 'drawn']).catch('drawn'),
    })
    .catch({ use_channel: [], failures: [], skipped: [], chosen: 'drawn' }),
});
type ServingDetails = z.infer<typeof servingDetails>;

/** The receipt of a consumption row, with channel ids but without channel names. */
export function receiptOf(row: LogResponse): ReceiptResponse {
  const other = parseJson(row.other);
  const facts = servingDetails.parse(isObject(other) ? other : {});
  return {
    id: row.id,
    request_id: row.request_id,
    created_at: row.created_at,
    model_name: row.model_name,
    token_name: row.token_name,
    group: row.group,
    end_reason: facts.stream_status?.end_reason ?? '',
    usage_source: facts.usage_source,
    ...chargeOf(row, other, facts),
    ratios: Object.entries(facts.ratios).map(([name, ratio]) => ({ name, ratio })),
    held: facts.held,
    charged: row.quota,
    uncollected: facts.uncollected,
    returned: facts.held === null ? null : facts.held - row.quota,
    reported: facts.usage_capped && { input: facts.usage_capped.input, output: facts.usage_capped.output },
    attempts: attemptsOf(facts.admin_info),
  };
}

function chargeOf(
  row: LogResponse,
  logged: unknown,
  { uncollected, steps }: ServingDetails,
): Pick<ReceiptResponse, 'lines' | 'total_usd' | 'recomputed' | 'agrees'> & { price: ReceiptPrice | null } {
  const other = loggedOther.safeParse(logged);
  if (!other.success) return { price: null, lines: [], total_usd: null, recomputed: null, agrees: null };
  const price = loggedPrice(row.model_name, other.data);
  const usage = loggedUsage(row, other.data);
  const recomputed = chargeFor(usage, price) + steps.reduce((sum, { quota }) => sum + quota, 0);
  const lines = [...linesOf(usage, price), ...steps.map(stepLine)];
  return {
    price: receiptPrice(price, other.data),
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
  use_channel: asked,
  failures,
  skipped,
  chosen,
}: ServingDetails['admin_info']): ReceiptAttempt[] {
  return [
    ...skipped.map(({ channel, reason }) => ({
      result: 'skipped' as const,
      reason,
      status: null,
      code: '',
      channel,
      channel_name: '',
    })),
    ...asked.map((channel, index) => {
      const failure = failures[index];
      const answered = !failure && index === asked.length - 1;
      return {
        result: answered ? ('answered' as const) : ('failed' as const),
        reason: index === 0 ? chosen : ('retry' as const),
        status: failure?.status ?? null,
        code: failure?.code ?? '',
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

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
