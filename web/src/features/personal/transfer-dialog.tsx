import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExact, formatQuota } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { useMoney } from '../../lib/api/use-status';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { QuotaInput } from '../../ui/form/quota-input';

interface TransferDialogProps {
  /** Available reward in quota units. */
  available: number;
  transfer: Action<[number]>;
  onClose: () => void;
}

/** Transfers invitation rewards to the balance. */
export function TransferDialog({ available, transfer, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [amount, setAmount] = useState<number | string>(money.perUnit);
  const [tried, setTried] = useState(false);
  const least = formatQuota(money.perUnit, money);
  const quota = Number(amount);
  const problem =
    quota < money.perUnit
      ? t('personalPage.invite.tooLittle', { quota: least })
      : quota > available
        ? t('personalPage.invite.tooMuch')
        : undefined;

  const guard = useUnsavedGuard(quota !== money.perUnit, onClose);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (problem === undefined && (await transfer.run(quota))) guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={t('personalPage.invite.transferTitle')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('personalPage.invite.available')}
            description={
              money.asCurrency ? t('common.equivalent', { amount: formatQuota(available, money) }) : undefined
            }
            value={formatExact(available)}
            disabled
          />
          <QuotaInput
            label={`${t('personalPage.invite.amount')} · ${t('personalPage.invite.least', { quota: least })}`}
            value={amount}
            onChange={setAmount}
            error={tried || quota > available ? problem : undefined}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={transfer.pending}>
              {t('personalPage.invite.transfer')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
