import { createHash } from 'node:crypto';
import { sameSecret } from '../../core/crypto.js';

/** Named texts, as the payment site sends and takes them. */
export type EpayFields = Readonly<Record<string, string>>;

/** What an order tells the payment site. */
export interface EpayOrder {
  /** The merchant's id there. */
  readonly pid: string;
  readonly tradeNo: string;
  /** `alipay` or `wxpay`. */
  readonly type: string;
  readonly name: string;
  /** Decimal text with two digits. */
  readonly money: string;
  /** Where the site reports the payment. */
  readonly notifyUrl: string;
  /** Where it sends the payer back to. */
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

/** Does the signature belong to these fields, all of them? The site's protocol knows no better digest than MD5. */
export function isSigned(fields: EpayFields, key: string): boolean {
  return key !== '' && sameSecret((fields.sign ?? '').toLowerCase(), signatureOf(fields, key));
}

/** Lower-case hex over everything but the signature itself and what is empty, by name in byte order. */
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
