import { Alert, Anchor, ColorSwatch, Group, type SelectProps } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from '../../../text';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { FormSection } from '../../../ui/form/form-section';
import { Select, TextInput } from '../../../ui/form/inputs';
import type { ChannelValues } from './channel-form-values';
import { ChannelKeyField } from './channel-key-field';
import { ChannelUrlField } from './channel-url-field';
import { type ChannelTypes, GENERAL_FORM } from '../use-channel-types';
import type { V1Question } from './use-v1-question';

const FIELDS = ['type', 'name', 'baseUrl', 'other', 'organization', 'key', 'batch', 'setting'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
  creating: boolean;
  /** Form of the key that is shown first, for types with several. */
  keyForm: number;
  question: V1Question;
  /** `other_info` of the edited channel. */
  otherInfo: string | undefined;
  types: ChannelTypes;
  onType: (type: number) => void;
}

export const ChannelBasicFields = formPart(FIELDS, function ChannelBasicFields(props: Props) {
  const { form, creating, keyForm, question, otherInfo, types, onType } = props;
  const { t } = useTranslation();
  const language = declaredLanguage();
  const { type } = form.values;
  const current = types.of(type);
  const { note, other, organization } = current?.form ?? GENERAL_FORM;

  return (
    <FormSection title={t('channelForm.basics')}>
      <TypeField type={type} types={types} onType={onType} />
      {current?.retired && <Alert color="yellow">{t('channelForm.retired')}</Alert>}
      {current?.served === false && <Alert color="yellow">{t('channelForm.notServed')}</Alert>}
      {note && <Alert color={note.color}>{note.text[language]}</Alert>}
      <TextInput
        label={t('channelForm.name')}
        placeholder={t('channelForm.namePlaceholder')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChannelUrlField form={form} type={current} question={question} />
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
      {organization && (
        <TextInput
          label={t('channelForm.organization')}
          placeholder={t('channelForm.organizationPlaceholder')}
          {...form.getInputProps('organization')}
        />
      )}
      <ChannelKeyField
        form={form}
        type={current}
        creating={creating}
        keyForm={keyForm}
        otherInfo={otherInfo}
      />
    </FormSection>
  );
});

interface TypeFieldProps {
  type: number;
  types: ChannelTypes;
  onType: (type: number) => void;
}

function TypeField({ type, types, onType }: TypeFieldProps) {
  const { t } = useTranslation();
  const language = declaredLanguage();
  const data = useMemo(() => {
    const offered = types.all
      .filter((one) => one.offered || one.type === type)
      .map((one) => ({
        value: String(one.type),
        label: one.retired ? t('channelForm.retiredType', { name: one.name[language] }) : one.name[language],
      }));
    if (!types.of(type))
      offered.push({ value: String(type), label: `${t('channel.unknownType')} (${type})` });
    return offered;
  }, [type, types, language, t]);
  const renderOption = useCallback<NonNullable<SelectProps['renderOption']>>(
    ({ option }) => (
      <Group gap="xs" wrap="nowrap">
        <ColorSwatch
          size={8}
          withShadow={false}
          color={`var(--mantine-color-${types.of(Number(option.value))?.color ?? 'gray'}-5)`}
        />
        {option.label}
      </Group>
    ),
    [types],
  );
  return (
    <Select
      label={t('channel.type')}
      data={data}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      renderOption={renderOption}
      value={String(type)}
      onChange={(value) => value !== null && onType(Number(value))}
    />
  );
}
