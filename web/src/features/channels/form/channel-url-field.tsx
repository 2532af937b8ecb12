import type { ChannelTypeForm, ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from '../../../text';
import { Modal } from '../../../ui/dialog/modal';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import type { ChannelValues } from './channel-values';
import { GENERAL_FORM, needsAddress } from '../use-channel-types';
import type { V1Question } from './use-v1-question';
import { TextInput } from '../../../ui/form/inputs';

/** The upstream address. The default field warns about a /v1 suffix, which the gateway adds itself. */
export const ChannelUrlField = formPart(
  ['baseUrl'],
  function ChannelUrlField({
    form,
    type,
    question,
  }: {
    form: FormOf<ChannelValues, 'baseUrl'>;
    type: ChannelTypeResponse | undefined;
    question: V1Question;
  }) {
    const { t } = useTranslation();
    const { base_url: field, base_urls: others } = type?.form ?? GENERAL_FORM;
    const language = declaredLanguage();
    if (field === 'none') return null;
    if (field !== 'general') {
      return (
        <div>
          <TextInput
            label={field.label[language]}
            placeholder={field.placeholder[language]}
            withAsterisk={needsAddress(type)}
            inputMode="url"
            {...form.getInputProps('baseUrl')}
          />
          <OtherAddresses choices={others} onChoose={(url) => form.setFieldValue('baseUrl', url)} />
        </div>
      );
    }
    const builtIn = type?.base_url;
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
          withAsterisk={needsAddress(type)}
          inputMode="url"
          {...form.getInputProps('baseUrl')}
          onBlur={({ relatedTarget }) => {
            // The submit button asks the question itself; a dialog opened on blur would swallow its click.
            const saves = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
            if (!saves) question.ask();
          }}
        />
        <OtherAddresses choices={others} onChoose={(url) => form.setFieldValue('baseUrl', url)} />
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
  },
);

/** Other addresses of the provider: regions, and plans with a fixed price. */
function OtherAddresses({
  choices,
  onChoose,
}: {
  choices: ChannelTypeForm['base_urls'];
  onChoose: (url: string) => void;
}) {
  const { t } = useTranslation();
  if (choices.length === 0) return null;
  return (
    <Group gap="xs" mt={6}>
      <Text size="xs" c="dimmed">
        {t('channelForm.otherAddresses')}
      </Text>
      {choices.map(({ label, url }) => (
        <Anchor
          key={url}
          component="button"
          type="button"
          size="xs"
          title={url}
          onClick={() => onChoose(url)}
        >
          {label[declaredLanguage()]}
        </Anchor>
      ))}
    </Group>
  );
}
