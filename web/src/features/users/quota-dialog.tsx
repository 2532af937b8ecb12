import { MAX_REASON_LENGTH } from '#contract/limits';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../lib/api/use-status';
import { formatExact, formatQuota } from '../../lib/format/format';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { MoneyInput, unitsOf } from '../../ui/form/money-input';
import { AmountPresets } from '../../ui/form/quota-input';
import { quotaProblem } from './quota-change';

interface QuotaDialogProps {
  name: string;
  /** The current quota in units. */
  quota: number;
  /** @param added quota units, negative to subtract. @returns whether it is done, so that the dialog closes */
  onChange: (added: number, reason: string) => boolean | Promise<boolean>;
  pending?: boolean;
  onClose: () => void;
}

interface Values {
  amount: number | string;
  reason: string;
}

/** Adds an amount to a quota or subtracts it, with a reason that the user reads. */
export function QuotaDialog({ name, quota, onChange, pending = false, onClose }: QuotaDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const form = useForm<Values>({
    initialValues: { amount: '', reason: '' },
    validate: {
      amount: (amount) => quotaProblem(amount === '' ? Number.NaN : unitsOf(amount, money), quota, t) ?? null,
      reason: (reason) => (reason.trim() === '' ? t('user.needReason') : null),
    },
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);
  const added = unitsOf(form.values.amount, money) || 0;
  const show = (value: number) => formatQuota(value, money);

  async function submit({ amount, reason }: Values) {
    if (await onChange(unitsOf(amount, money), reason.trim())) guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={t('user.quotaOf', { name })}>
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="md">
          <Text size="sm" aria-live="polite">
            {t('user.addQuotaSum', { old: show(quota), add: show(added), sum: show(quota + added) })}
          </Text>
          <div>
            <MoneyInput
              label={t('user.addQuotaLabel')}
              {...(money.asCurrency && { description: t('user.inUnits', { units: formatExact(added) }) })}
              withAsterisk
              data-autofocus
              {...form.getInputProps('amount')}
            />
            <AmountPresets
              onPreset={(amount) =>
                form.setFieldValue('amount', money.asCurrency ? amount : amount * money.perUnit)
              }
            />
          </div>
          <TextInput
            label={t('user.reason')}
            description={t('user.reasonHint')}
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
            withAsterisk
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={pending}>
              {t('user.addQuotaOk')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
