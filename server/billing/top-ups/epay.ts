import { createHash } from 'node:crypto';
import { sameSecret } from '../../core/crypto.js';

/** Text fields of the payment site's protocol, by name. */
export type EpayFields = Readonly<Record<string, string>>;

/** Order data sent to the payment site. */
export interface EpayOrder {
  /** Merchant id at the payment site. */
  readonly pid: string;
  readonly tradeNo: string;
  /** `alipay` or `wxpay`. */
  readonly type: string;
  readonly name: string;
  /** Decimal text with two digits. */
  readonly money: string;
  /** URL for payment notices. */
  readonly notifyUrl: string;
  /** URL to which the payer is redirected. */
  readonly returnUrl: string;
}

/** The form a browser posts to `{PayAddress}/submit.php`, signed. */
export function payForm(order: EpayOrder, key: string): Record<string, string> {
  const fields = {
    pid: order.pid,
    type: order.type,
    out_trade_no: order.tradeNo,
    notify_url: order.notifyUrl,
    return_url: order.returnUrl,
    name: order.name,
    money: order.money,
    device: 'pc',
  };
  return { ...fields, sign: signatureOf(fields, key), sign_type: 'MD5' };
}

/** True if the signature covers exactly these fields. The protocol supports MD5 only. */
export function isSigned(fields: EpayFields, key: string): boolean {
  return key !== '' && sameSecret((fields.sign ?? '').toLowerCase(), signatureOf(fields, key));
}

/**
 * MD5 in lower-case hex over all nonempty fields except `sign` and `sign_type`, sorted by name in byte order, plus the
 * key.
 */
export function signatureOf(fields: EpayFields, key: string): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}
