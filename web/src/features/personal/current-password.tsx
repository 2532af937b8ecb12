import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Current password. Changes that could hand over the account require it, unless the user signed in recently. */
export function CurrentPassword(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t('personal.current')}
      description={t('personal.currentHint')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
      {...props}
    />
  );
}
