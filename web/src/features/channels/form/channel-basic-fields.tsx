import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from '../../../text';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { TextInput } from '../../../ui/form/inputs';
import type { ChannelValues } from './channel-values';
import type { ChannelKeyReference } from '#contract/resources/channels/channel';
import { ChannelKeyField } from './channel-key-field';
import { ChannelUrlField } from './channel-url-field';
import { ProviderSelect } from './provider-select';
import { type ChannelTypes, GENERAL_FORM, isAddressBasic } from '../use-channel-types';
import type { V1Question } from './use-v1-question';

const FIELDS = ['type', 'name', 'baseUrl', 'other', 'key', 'batch', 'setting'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
  creating: boolean;
  /** Form of the key that is shown first, for types with several. */
  keyForm: number;
  question: V1Question;
  /** `other_info` of the edited channel. */
  otherInfo: string | undefined;
  /** References of the stored key of the edited channel. */
  references: readonly ChannelKeyReference[];
  types: ChannelTypes;
  onType: (type: number) => void;
  /** A key was pasted as a whole. */
  onPasted: (key: string) => void;
}

/** Provider, key and name, and what channels of the type need besides. */
export const ChannelBasicFields = formPart(FIELDS, function ChannelBasicFields(props: Props) {
  const { form, creating, keyForm, question, otherInfo, references, types, onType, onPasted } = props;
  const { t } = useTranslation();
  const language = declaredLanguage();
  const { type } = form.values;
  const current = types.of(type);
  const { note, other } = current?.form ?? GENERAL_FORM;

  return (
    <>
      <ProviderSelect type={type} types={types} onType={onType} />
      {current?.retired && <Alert color="yellow">{t('channelForm.retired')}</Alert>}
      {current?.served === false && <Alert color="yellow">{t('channelForm.notServed')}</Alert>}
      {note && <Alert color={note.color}>{note.text[language]}</Alert>}
      {isAddressBasic(current) && <ChannelUrlField form={form} type={current} question={question} />}
      {other && (
        <div>
          <TextInput
            label={other.label[language]}
            placeholder={other.placeholder[language]}
            {...form.getInputProps('other')}
          />
          {other.template !== '' && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              mt={6}
              onClick={() => form.setFieldValue('other', other.template)}
            >
              {t('common.fillTemplate')}
            </Anchor>
          )}
        </div>
      )}
      <ChannelKeyField
        form={form}
        type={current}
        creating={creating}
        keyForm={keyForm}
        otherInfo={otherInfo}
        references={references}
        onPasted={onPasted}
      />
      <TextInput
        label={t('channelForm.name')}
        description={creating ? t('channelForm.nameHint') : undefined}
        placeholder={t('channelForm.namePlaceholder')}
        withAsterisk
        {...(!creating && { 'data-autofocus': true })}
        {...form.getInputProps('name')}
      />
    </>
  );
});
