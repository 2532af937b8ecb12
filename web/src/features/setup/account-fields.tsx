import { PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section';
import { PasswordMeter } from '../../ui/form/password-meter';
import type { SetupValues } from './setup.types';

/** The account of the first super administrator. */
export function AccountFields({ form }: { form: UseFormReturnType<SetupValues> }) {
  const { t } = useTranslation();
  const reveal = { 'aria-label': t('common.reveal'), tabIndex: 0 };
  return (
    <FormSection title={t('setup.account')}>
      <TextInput
        label={t('setup.username')}
        placeholder={t('setup.needUsername')}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...form.getInputProps('username')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Stack gap="md">
          <PasswordInput
            label={t('setup.password')}
            placeholder={t('setup.needPassword')}
            autoComplete="new-password"
            visibilityToggleButtonProps={reveal}
            {...form.getInputProps('password')}
          />
          <PasswordMeter password={form.values.password} />
        </Stack>
        <PasswordInput
          label={t('setup.repeat')}
          placeholder={t('setup.needRepeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('confirmPassword')}
        />
      </SimpleGrid>
    </FormSection>
  );
}
