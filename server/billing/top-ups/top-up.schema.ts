import { z } from 'zod';

/** 2 billion USD or as much quota; what it comes to stays exact. */
const MAX_AMOUNT = 1_000_000_000_000_000;

const fields = {
  /** USD or quota, as amounts are shown. */
  amount: z.int('payment_parameters').max(MAX_AMOUNT, 'payment_parameters'),
  /** Older clients send it; nothing reads it. */
  top_up_code: z.unknown().optional(),
};

/** `POST /api/user/amount`. The console sends the method along. */
export const quoteTopUp = z.strictObject(
  { ...fields, payment_method: z.unknown().optional() },
  'payment_parameters',
);
export type QuoteTopUp = z.infer<typeof quoteTopUp>;

/** `POST /api/user/pay`; any method but `zfb` is `wx`. */
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
