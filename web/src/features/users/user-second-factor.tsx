import type { UserResponse } from '#contract/resources/accounts/user';
import { Group, Text } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { FormSection } from '../../ui/form/form-section';

interface UserSecondFactorProps {
  user: UserResponse;
  onReset: () => Promise<void>;
}

/** Resets the second factor of a user who lost it. */
export function UserSecondFactor({ user, onReset }: UserSecondFactorProps) {
  const { t } = useTranslation();
  const { id, username: name } = user;
  const [isReset, setReset] = useState(false);
  const reset = useAction(
    () => call<null>('DELETE', `/api/user/${id}/2fa`),
    async () => {
      toast.success(t('user.factorReset', { name }));
      setReset(true);
      await onReset();
    },
  );
  if (isReset) return null;
  return (
    <FormSection title={t('user.secondFactor')}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t('user.hasFactor')}</Text>
        <ConfirmButton
          label={t('user.resetFactorOf', { name })}
          title={t('user.resetFactorTitle')}
          name={name}
          text={t('user.resetFactorText')}
          confirm={t('user.resetFactor')}
          icon={<IconShieldOff size={16} stroke={1.75} />}
          onConfirm={() => reset.run()}
        />
      </Group>
    </FormSection>
  );
}
