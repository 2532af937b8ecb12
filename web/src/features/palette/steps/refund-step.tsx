import { MAX_REASON_LENGTH } from '#contract/limits';
import type { ReceiptResponse } from '#contract/resources/logs/receipt';
import type { RefundRequest, RefundResponse } from '#contract/resources/logs/refund';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { useMoney } from '../../../lib/api/use-status';
import { formatQuota } from '../../../lib/format/format';
import { messageOf } from '../../../lib/interaction/use-action';
import { useEditedRow } from '../../../lib/list/use-edited-row';
import classes from '../palette.module.css';
import type { Change, PaletteStep } from '../palette.types';
import { FormStep } from './form-step';

/** Decimals of amounts, as in the receipt: one request costs fractions of a cent. */
const DIGITS = 6;

interface RefundStepProps {
  requestId: string;
  pending: boolean;
  onSubmit: (change: Change) => void;
  onBack: () => void;
}

/** Gives back what a request was charged, or a part of it. */
export function RefundStep({ requestId, ...rest }: RefundStepProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const { data: receipt, error } = useEditedRow<ReceiptResponse>(`/api/log/${requestId}/receipt`);
  if (!receipt)
    return (
      <Text className={classes.step} size="sm" role="status" tabIndex={-1} ref={focusIt}>
        {error === undefined ? t('common.loading') : messageOf(error)}
      </Text>
    );
  const left = receipt.charged - receipt.refunded;
  const shown = (quota: number) => formatQuota(quota, money, DIGITS);
  if (left <= 0)
    return (
      <Text className={classes.step} size="sm" role="status" tabIndex={-1} ref={focusIt}>
        {t('palette.nothingToRefund')}
      </Text>
    );
  const step: Extract<PaletteStep, { kind: 'form' }> = {
    kind: 'form',
    title: t('receipt.refundTitle'),
    text: `${receipt.model_name} · ${shown(left)}`,
    confirm: t('receipt.refund'),
    fields: [
      {
        name: 'reason',
        kind: 'text',
        label: t('receipt.refundReason'),
        maxLength: MAX_REASON_LENGTH,
        problem: (reason) => (reason === '' ? t('receipt.needReason') : undefined),
      },
      {
        name: 'quota',
        kind: 'money',
        label: t('palette.amount'),
        initial: left,
        problem: (quota) =>
          Number(quota) >= 1 && Number(quota) <= left
            ? undefined
            : t('receipt.badRefund', { most: shown(left) }),
      },
    ],
    change({ reason, quota }): Change {
      const body: RefundRequest = { reason: String(reason), quota: Number(quota) };
      return {
        kind: 'request',
        send: async () => (await call<RefundResponse>('POST', `/api/log/${requestId}/refund`, { body })).data,
        done: (result) => t('receipt.refundDone', { quota: shown((result as RefundResponse).refunded) }),
      };
    },
  };
  return <FormStep step={step} {...rest} />;
}

/** Keys are heard while the form is not there yet. */
function focusIt(text: HTMLElement | null): void {
  text?.focus();
}
