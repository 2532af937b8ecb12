import { z } from 'zod';
import { ignoredFields, MAX_QUOTA } from '../fields.js';

const fields = {
  /** USD or quota units, depending on the option DisplayInCurrencyEnabled. */
  amount: z.int('payment_parameters').max(MAX_QUOTA, 'payment_parameters'),
  /** Sent by older clients and ignored. */
  ...ignoredFields('top_up_code'),
};

/** Asks for the price of a top-up. The payment method is accepted because the console sends it, and ignored. */
export const quoteTopUpRequest = z.strictObject(
  { ...fields, ...ignoredFields('payment_method') },
  'payment_parameters',
);
export type QuoteTopUpRequest = z.infer<typeof quoteTopUpRequest>;

/** Starts a payment; any method other than `zfb` is treated as `wx`. */
export const payTopUpRequest = z.strictObject(
  { ...fields, payment_method: z.string('payment_parameters').max(32, 'payment_parameters').default('') },
  'payment_parameters',
);
export type PayTopUpRequest = z.infer<typeof payTopUpRequest>;

/** Price in the local currency: decimal text with two digits. */
export const topUpPriceResponse = z.string().regex(/^\d+\.\d\d$/);

/** Fields of the form that the console posts to the payment site. */
export const paymentFormResponse = z
  .strictObject({
    pid: z.string(),
    type: z.enum(['alipay', 'wxpay']),
    out_trade_no: z.string(),
    notify_url: z.string(),
    return_url: z.string(),
    name: z.string(),
    money: topUpPriceResponse,
    device: z.string(),
    sign: z.string(),
    sign_type: z.string(),
  })
  .meta({ id: 'PaymentForm' });
export type PaymentFormResponse = z.infer<typeof paymentFormResponse>;

/** Members beside `data` of a started payment. */
export const paymentExtras = z.strictObject({
  /** Where the form is posted to. */
  url: z.url(),
});
export type PaymentExtras = z.infer<typeof paymentExtras>;

/**
 * A notice of the payment site, for the API description: the signature covers every field, so the server reads the
 * fields as they are.
 */
export const paymentNoticeRequest = z.object({
  pid: z.string(),
  trade_no: z.string(),
  out_trade_no: z.string(),
  type: z.string(),
  name: z.string(),
  money: z.string(),
  trade_status: z.string(),
  sign: z.string(),
  sign_type: z.string(),
});

/** The answer to a notice; the site repeats it until it receives `success`. */
export const paymentNoticeResponse = z.enum(['success', 'fail']);
