import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Password field with a visibility toggle and a Caps Lock warning. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
      {...props}
      {...(capsLock && { description: t('authPages.capsLock'), inputWrapperOrder: BELOW })}
      onKeyDown={watch}
      onKeyUp={watch}
    />
  );
}

/** The warning appears below the field, so that the field does not move. */
const BELOW: PasswordInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];
