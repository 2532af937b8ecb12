import { MAX_QUOTA } from '../../contract/fields.js';
import { Injectable } from '@nestjs/common';
import { randomText } from '../../core/crypto.js';
import type { AccountState } from '../../core/http/access/account.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { payForm } from './epay.js';
import { leastAmount, moneyText, payAmount, type PayAmount, type PayTerms } from './pay-amount.js';
import { TopUpsRepository } from './top-ups.repository.js';
import type { PayTopUpRequest } from '../../contract/resources/top-up.js';

/** Payment form of an order and the URL it is posted to. */
export interface PayOffer {
  readonly form: Record<string, string>;
  readonly url: string;
}

/** Creates top-up orders to be paid at an epay site. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly topUps: TopUpsRepository,
    private readonly options: OptionsService,
  ) {}

  /**
   * Price of an amount for this user: decimal text with two digits. @throws ApiError payment_amount_too_small,
   * payment_money_too_low, payment_parameters
   */
  quote(account: Pick<AccountState, 'group'>, amount: number): string {
    const { cents } = this.priced(account, amount);
    if (cents <= 1) throw new ApiError('payment_money_too_low');
    return moneyText(cents);
  }

  /**
   * Creates an order. It is stored with its exact quota before it can be paid.
   * @throws ApiError payment_amount_too_small, payment_money_too_low, payment_parameters, payment_not_configured,
   *   payment_order_failed
   */
  async order(account: Pick<AccountState, 'id' | 'group'>, body: PayTopUpRequest): Promise<PayOffer> {
    const { cents, quota, usd } = this.priced(account, body.amount);
    if (cents < 1) throw new ApiError('payment_money_too_low');
    const { site, pid, key, home, callback } = this.configured();
    const createTime = Math.floor(Date.now() / 1000);
    const tradeNo = `USR${account.id}NO${randomText(6)}${createTime}`;
    const type = body.payment_method === 'zfb' ? 'alipay' : 'wxpay';
    try {
      await this.topUps.insert({
        userId: account.id,
        amount: usd,
        money: cents / 100,
        tradeNo,
        createTime,
        status: 'pending',
        quota,
        paymentMethod: type,
      });
    } catch (error) {
      throw new ApiError('payment_order_failed', {}, { cause: error });
    }
    const form = payForm(
      {
        pid,
        tradeNo,
        type,
        name: `TUC${body.amount}`,
        money: moneyText(cents),
        notifyUrl: `${callback}/api/user/epay/notify`,
        returnUrl: `${home}/log`,
      },
      key,
    );
    return { form, url: `${site}/submit.php` };
  }

  private priced({ group }: Pick<AccountState, 'group'>, amount: number): PayAmount {
    const terms = this.terms();
    const min = leastAmount(terms);
    if (amount < min) throw new ApiError('payment_amount_too_small', { min });
    const priced = payAmount(amount, group, terms);
    if (priced.quota > MAX_QUOTA || !Number.isSafeInteger(priced.cents))
      throw new ApiError('payment_parameters');
    return priced;
  }

  private terms(): PayTerms {
    return {
      inCurrency: this.options.get('DisplayInCurrencyEnabled'),
      quotaPerUnit: this.options.get('QuotaPerUnit'),
      price: this.options.get('Price'),
      minTopUp: this.options.get('MinTopUp'),
      groupRatio: this.options.get('TopupGroupRatio'),
    };
  }

  /**
   * Without a callback address the payment would never be reported, so the order is rejected. @throws ApiError
   * payment_not_configured
   */
  private configured() {
    const home = this.options.get('ServerAddress');
    const settings = {
      site: this.options.get('PayAddress'),
      pid: this.options.get('EpayId'),
      key: this.options.get('EpayKey'),
      callback: this.options.get('CustomCallbackAddress') || home,
    };
    if (Object.values(settings).includes('')) throw new ApiError('payment_not_configured');
    return { ...settings, home };
  }
}
