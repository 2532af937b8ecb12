import { z } from 'zod';

/** Maximum amount, USD or quota units; keeps computed prices exact. */
const MAX_AMOUNT = 1_000_000_000_000_000;

const fields = {
  /** USD or quota units, depending on DisplayInCurrencyEnabled. */
  amount: z.int('payment_parameters').max(MAX_AMOUNT, 'payment_parameters'),
  /** Sent by older clients and ignored. */
  top_up_code: z.unknown().optional(),
};

/** `POST /api/user/amount`. The payment method is accepted because the console sends it, and ignored. */
export const quoteTopUp = z.strictObject(
  { ...fields, payment_method: z.unknown().optional() },
  'payment_parameters',
);
export type QuoteTopUp = z.infer<typeof quoteTopUp>;

/** `POST /api/user/pay`; any method other than `zfb` is treated as `wx`. */
export const payTopUp = z.strictObject(
  { ...fields, payment_method: z.string('payment_parameters').max(32, 'payment_parameters').default('') },
  'payment_parameters',
);
export type PayTopUp = z.infer<typeof payTopUp>;

/** Decimal text with two digits. */
export const quoted = z.string().regex(/^\d+\.\d\d$/);

/** The form the console posts to the payment site. */
export const payFields = z.strictObject({
  pid: z.string(),
  type: z.enum(['alipay', 'wxpay']),
  out_trade_no: z.string(),
  notify_url: z.string(),
  return_url: z.string(),
  name: z.string(),
  money: quoted,
  device: z.string(),
  sign: z.string(),
  sign_type: z.string(),
});
