import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../../lib/format/is-email';
import type { EmailCode } from './use-email-code';

interface EmailCodeFieldProps extends TextInputProps {
  /** Current value of the field. */
  email: string;
  code: EmailCode;
}

/** Email field with a button that sends a verification code to the address. */
export function EmailCodeField({ email, code, ...props }: EmailCodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="email"
      label={t('authPages.code.email')}
      autoComplete="email"
      autoCapitalize="none"
      rightSectionWidth="auto"
      rightSectionPointerEvents="auto"
      rightSection={
        <Button
          variant="subtle"
          size="compact-sm"
          mx={6}
          disabled={!isEmail(email) || code.wait > 0}
          loading={code.pending}
          onClick={() => void code.send(email)}
        >
          {code.wait > 0 ? t('authPages.code.again', { seconds: code.wait }) : t('authPages.code.get')}
        </Button>
      }
      {...props}
      error={props.error ?? code.refusal(email)}
    />
  );
}
