import { Button, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal';
import type { ChannelValues } from './channel-form-values';
import { fieldsOf } from './channel-type-fields';
import { channelType } from './channel-types';
import type { V1Question } from './use-v1-question';

/** The upstream address. The default field warns about a /v1 suffix, which the gateway adds itself. */
export function ChannelUrlField({
  form,
  question,
}: {
  form: UseFormReturnType<ChannelValues>;
  question: V1Question;
}) {
  const { t } = useTranslation();
  const { type } = form.values;
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
        onBlur={({ relatedTarget }) => {
          // The submit button asks the question itself; a dialog opened on blur would swallow its click.
          const saves = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
          if (!saves) question.ask();
        }}
      />
      <Modal opened={question.opened} onClose={question.cancel} title={t('channelForm.v1Title')}>
        <Text size="sm">{t('channelForm.v1Text')}</Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={question.keep}>
            {t('channelForm.v1Keep')}
          </Button>
          <Button data-autofocus onClick={question.remove}>
            {t('channelForm.v1Remove')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
