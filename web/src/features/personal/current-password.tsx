import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The password of now, which changes that would hand the account over need unless the sign-in was a moment ago. */
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
