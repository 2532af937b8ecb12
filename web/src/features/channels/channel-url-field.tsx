import { Button, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal';
import type { ChannelValues } from './channel-form-values';
import { fieldsOf } from './channel-type-fields';
import { channelType } from './channel-types';

/** The upstream address. The usual field warns about a /v1 that the gateway adds itself. */
export function ChannelUrlField({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState<string>();
  const { type, baseUrl } = form.values;
  const prompt = fieldsOf(type).baseUrl;
  if (prompt === null) return null;
  if (prompt) {
    return (
      <TextInput
        label={t(`channelForm.${prompt.label}`)}
        placeholder={t(`channelForm.${prompt.placeholder}`)}
        inputMode="url"
        {...form.getInputProps('baseUrl')}
      />
    );
  }
  const builtIn = channelType(type)?.baseUrl;
  return (
    <>
      <TextInput
        label={t('channelForm.baseUrl')}
        description={
          builtIn
            ? `${t('channelForm.baseUrlHint')} ${t('channelForm.baseUrlBuiltIn', { url: builtIn })}`
            : undefined
        }
        placeholder={t('channelForm.baseUrlPlaceholder')}
        inputMode="url"
        {...form.getInputProps('baseUrl')}
        onBlur={() => setAsking(/\/v1\/?$/.test(baseUrl.trim()) && baseUrl !== kept)}
      />
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('channelForm.v1Title')}>
        <Text size="sm">{t('channelForm.v1Text')}</Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              setKept(baseUrl);
              setAsking(false);
            }}
          >
            {t('channelForm.v1Keep')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              form.setFieldValue('baseUrl', baseUrl.trim().replace(/\/v1\/?$/, ''));
              setAsking(false);
            }}
          >
            {t('channelForm.v1Remove')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
