import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password that can be looked at, and says when Caps Lock is on. */
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

/** The hint comes and goes: below the field, so that the field stays where it is. */
const BELOW: PasswordInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];
