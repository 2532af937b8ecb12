import { MAX_REASON_LENGTH } from '#contract/limits';
import type { ReceiptResponse } from '#contract/resources/logs/receipt';
import type { RefundRequest, RefundResponse } from '#contract/resources/logs/refund';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { useMoney } from '../../../lib/api/use-status';
import { formatQuota } from '../../../lib/format/format';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { QuotaInput } from '../../../ui/form/quota-input';

/** Decimals of amounts, as in the receipt: one request costs fractions of a cent. */
const DIGITS = 6;

interface RefundDialogProps {
  receipt: ReceiptResponse;
  onClose: () => void;
  onRefunded: () => void;
}

/** Gives back a charge, or a part of it. */
export function RefundDialog({ receipt: { id, charged, refunded }, onClose, onRefunded }: RefundDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const left = charged - refunded;
  const form = useForm<{ quota: number | string; reason: string }>({
    initialValues: { quota: left, reason: '' },
    validate: {
      quota: (quota) =>
        Number.isInteger(Number(quota)) && Number(quota) >= 1 && Number(quota) <= left
          ? null
          : t('receipt.badRefund', { most: formatQuota(left, money, DIGITS) }),
      reason: (reason) => (reason.trim() === '' ? t('receipt.needReason') : null),
    },
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);
  const refund = useAction(
    (body: RefundRequest) => call<RefundResponse>('POST', `/api/log/${id}/refund`, { body }),
    ({ data }) => {
      toast.success(t('receipt.refundDone', { quota: formatQuota(data.refunded, money, DIGITS) }));
      onRefunded();
      guard.leave();
    },
  );

  return (
    <GuardedModal guard={guard} title={t('receipt.refundTitle')}>
      <form
        onSubmit={form.onSubmit(({ quota, reason }) => void refund.run({ quota: Number(quota), reason }))}
      >
        <Stack gap="md">
          <QuotaInput
            label={t('receipt.refundQuota')}
            {...(money.asCurrency && {
              description: t('common.equivalent', {
                amount: formatQuota(Number(form.values.quota), money, DIGITS),
              }),
            })}
            min={1}
            max={left}
            withAsterisk
            {...form.getInputProps('quota')}
          />
          <TextInput
            label={t('receipt.refundReason')}
            description={t('receipt.refundReasonHint')}
            maxLength={MAX_REASON_LENGTH}
            withAsterisk
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={refund.pending}>
              {t('receipt.refund')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
