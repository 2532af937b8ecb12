import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDollars, formatExact } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { Modal } from '../../ui/dialog/modal';
import type { PaymentMethod } from './use-wallet';
import classes from './wallet.module.css';

interface PayDialogProps {
  /** US dollars, or quota units when quota is not shown as currency. */
  amount: number;
  /** Decimal text in the currency of the payment site. */
  cost: string;
  method: PaymentMethod;
  pay: Action<[number, PaymentMethod]>;
  onClose: () => void;
}

/** Confirmation before the user is sent to the payment site. */
export function PayDialog({ amount, cost, method, pay, onClose }: PayDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();

  async function proceed() {
    if (await pay.run(amount, method)) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={t('wallet.confirmTitle')} size="sm">
      <dl className={classes.facts}>
        <dt>{t(money.asCurrency ? 'wallet.amountUsd' : 'wallet.amount')}</dt>
        <dd>{money.asCurrency ? formatDollars(amount) : formatExact(amount)}</dd>
        <dt>{t('wallet.payableName')}</dt>
        <dd>{t('wallet.money', { amount: cost })}</dd>
        <dt>{t('wallet.method')}</dt>
        <dd>{t(method === 'zfb' ? 'wallet.alipay' : 'wallet.wechatPay')}</dd>
      </dl>
      <Text size="sm" mt="md">
        {t('wallet.confirmText', { amount: cost })}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={pay.pending} onClick={() => void proceed()} data-autofocus>
          {t('wallet.pay')}
        </Button>
      </Group>
    </Modal>
  );
}
