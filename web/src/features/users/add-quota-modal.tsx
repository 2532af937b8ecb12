import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExact, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { QuotaInput } from '../../ui/form/quota-input';

interface AddQuotaModalProps {
  /** The user's current quota in units. */
  quota: number;
  onAdd: (sum: number) => void;
  onClose: () => void;
}

/** Adds to or subtracts from the quota in the form; nothing is saved yet. */
export function AddQuotaModal({ quota, onAdd, onClose }: AddQuotaModalProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [added, setAdded] = useState<number | string>(0);
  const sum = quota + Math.trunc(Number(added));
  const show = (value: number) => formatQuota(value, money);
  const guard = useUnsavedGuard(Number(added) !== 0, onClose);

  return (
    <GuardedModal guard={guard} title={t('user.addQuotaTitle')}>
      <Text size="sm" mb="md" aria-live="polite">
        {t('user.addQuotaSum', { old: show(quota), add: show(Number(added)), sum: show(sum) })}
      </Text>
      <QuotaInput
        label={t('user.addQuotaLabel')}
        description={t('common.unitHint', { perUnit: formatExact(money.perUnit) })}
        min={-quota}
        value={added}
        onChange={setAdded}
        onPreset={setAdded}
        error={sum < 0 ? t('user.badQuota') : undefined}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={guard.close}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={sum < 0}
          onClick={() => {
            onAdd(sum);
            guard.leave();
          }}
        >
          {t('user.addQuotaOk')}
        </Button>
      </Group>
    </GuardedModal>
  );
}
