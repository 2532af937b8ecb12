import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { sameSecret } from '../../core/crypto.js';
import { OptionsService } from '../../options/options.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { LogNamesRepository } from '../logs/log-names.repository.js';
import { LogWriter } from '../logs/log-writer.js';
import { PricesService } from '../prices/prices.service.js';
import { isSigned, type EpayFields } from './epay.js';
import { readCents } from './pay-amount.js';
import type { TopUp } from './top-up.entity.js';
import { TopUpsRepository } from './top-ups.repository.js';

/** The only trade status that means the payment was received. */
const PAID = 'TRADE_SUCCESS';

/** Order states in which a payment is accepted. An order that expired here may still be paid at the payment site. */
const OPEN = ['pending', 'expired'];

/** Processes payment notices. */
@Injectable()
export class PaymentNotices {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly dataSource: DataSource,
    private readonly topUps: TopUpsRepository,
    private readonly options: OptionsService,
    private readonly ledger: LedgerService,
    private readonly logs: LogWriter,
    private readonly names: LogNamesRepository,
    private readonly prices: PricesService,
  ) {}

  /**
   * Credits a payment exactly once, even if the notice is repeated or concurrent.
   * @returns true when the order is paid and committed, now or before; false makes the site repeat the notice
   */
  async receive(fields: EpayFields): Promise<boolean> {
    const pid = this.options.get('EpayId');
    if (pid === '' || !isSigned(fields, this.options.get('EpayKey'))) {
      this.logger.warn('a payment notice without a valid signature was refused');
      return false;
    }
    const tradeNo = fields.out_trade_no ?? '';
    if (!sameSecret(fields.pid ?? '', pid)) return this.refuse(tradeNo, 'it is for another merchant');
    if (fields.trade_status !== PAID) {
      this.logger.log(`payment ${shown(tradeNo)}: state ${shown(fields.trade_status ?? '')}`);
      return false;
    }
    const outcome = await this.dataSource.transaction((manager) => this.settle(manager, tradeNo, fields));
    if ('problem' in outcome) return this.refuse(tradeNo, outcome.problem);
    if (outcome.credited) await this.ledger.refreshCache({ users: [outcome.userId] });
    return true;
  }

  private async settle(
    manager: EntityManager,
    tradeNo: string,
    { money }: EpayFields,
  ): Promise<{ problem: string } | { userId: number; credited: boolean }> {
    const order = await this.topUps.findLocked(manager, tradeNo);
    if (order === null) return { problem: 'there is no such order' };
    const { id, userId } = order;
    if (readCents(money ?? '') !== Math.round(order.money * 100))
      return { problem: `${shown(money ?? '')} was paid, ${order.money} was asked for` };
    if (order.status === 'success') return { userId, credited: false };
    if (!OPEN.includes(order.status)) return { problem: `the order is ${order.status}` };
    await this.topUps.markPaid(manager, id, Math.floor(Date.now() / 1000));
    await this.credit(manager, order);
    return { userId, credited: true };
  }

  private async credit(manager: EntityManager, order: TopUp): Promise<void> {
    const { userId, tradeNo, money } = order;
    // Imported orders have only a whole USD amount.
    const amount = order.quota || Math.round(order.amount * this.options.get('QuotaPerUnit'));
    await this.ledger.credit(manager, { userId, amount, kind: 'topup', reference: tradeNo });
    const username = (await this.names.usernameOf(manager, userId)) ?? '';
    const text = storedText('payment_credited', {
      quota: this.prices.loggedQuota(amount),
      money: money.toFixed(6),
    });
    await this.logs.write(manager, { userId, username, type: LogType.topUp, text });
  }

  /** Rejects a correctly signed but wrong notice. Logged as an error, since an operator has to look at it. */
  private refuse(tradeNo: string, why: string): false {
    this.logger.error(`payment ${shown(tradeNo)} was not credited: ${why}`);
    return false;
  }
}

/** Sanitizes external text for the log. */
function shown(text: string): string {
  return text.replace(/[^\w.-]/g, '?').slice(0, 64);
}
