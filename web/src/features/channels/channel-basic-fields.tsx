import { Alert, Anchor, ColorSwatch, Group, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../text';
import { FormSection } from '../../ui/form-section';
import type { ChannelValues } from './channel-form-values';
import { ChannelKeyField } from './channel-key-field';
import { fieldsOf } from './channel-type-fields';
import { CHANNEL_TYPES, channelType } from './channel-types';
import { ChannelUrlField } from './channel-url-field';
import type { V1Question } from './use-v1-question';

interface Props {
  form: UseFormReturnType<ChannelValues>;
  creating: boolean;
  question: V1Question;
  /** `other_info` of the edited channel. */
  otherInfo: string | undefined;
  onType: (type: number) => void;
}

export function ChannelBasicFields({ form, creating, question, otherInfo, onType }: Props) {
  const { t } = useTranslation();
  const language = currentLanguage();
  const { type } = form.values;
  const { note, other, organization, otherTemplate } = fieldsOf(type);
  const offered = CHANNEL_TYPES.filter(({ id, legacy }) => !legacy || id === type);
  const data = offered.map((entry) => ({ value: String(entry.id), label: entry[language] }));
  if (!channelType(type)) data.push({ value: String(type), label: `${t('channel.unknownType')} (${type})` });

  return (
    <FormSection title={t('channelForm.basics')}>
      <Select
        label={t('channel.type')}
        data={data}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        renderOption={({ option }) => (
          <Group gap="xs" wrap="nowrap">
            <ColorSwatch
              size={8}
              withShadow={false}
              color={`var(--mantine-color-${channelType(Number(option.value))?.color ?? 'gray'}-5)`}
            />
            {option.label}
          </Group>
        )}
        value={String(type)}
        onChange={(value) => value !== null && onType(Number(value))}
      />
      {note && <Alert color={note.color}>{t(`channelForm.${note.text}`)}</Alert>}
      <TextInput
        label={t('channelForm.name')}
        placeholder={t('channelForm.namePlaceholder')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChannelUrlField form={form} question={question} />
      {other && (
        <div>
          <TextInput
            label={t(`channelForm.${other.label}`)}
            placeholder={t(`channelForm.${other.placeholder}`)}
            {...form.getInputProps('other')}
          />
          {otherTemplate !== undefined && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              mt={6}
              onClick={() => form.setFieldValue('other', JSON.stringify(otherTemplate))}
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
      <ChannelKeyField form={form} creating={creating} otherInfo={otherInfo} />
    </FormSection>
  );
}
