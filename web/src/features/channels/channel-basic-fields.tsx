import { Alert, Anchor, Checkbox, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../text';
import { FormSection } from '../../ui/form-section';
import type { ChannelValues } from './channel-form-values';
import { fieldsOf } from './channel-type-fields';
import { CHANNEL_TYPES, channelType } from './channel-types';
import { ChannelUrlField } from './channel-url-field';

interface Props {
  form: UseFormReturnType<ChannelValues>;
  creating: boolean;
  onType: (type: number) => void;
}

export function ChannelBasicFields({ form, creating, onType }: Props) {
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
      <ChannelUrlField form={form} />
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
      <KeyField form={form} creating={creating} />
    </FormSection>
  );
}

function KeyField({ form, creating }: Omit<Props, 'onType'>) {
  const { t } = useTranslation();
  const { type, batch } = form.values;
  const { keyHint = 'keyUsual', keyIsJson } = fieldsOf(type);
  const manyLines = keyIsJson === true || batch;
  const hint = t(`channelForm.${keyHint}`);
  const shared = {
    label: t('channelForm.key'),
    withAsterisk: creating,
    placeholder: batch && !keyIsJson ? t('channelForm.batchPlaceholder') : hint,
    description: creating ? undefined : t('channelForm.keyKeep'),
    ...form.getInputProps('key'),
  };
  return (
    <>
      {manyLines ? (
        <Textarea
          {...shared}
          autosize
          minRows={keyIsJson ? 10 : 4}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
      ) : (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.reveal') }}
        />
      )}
      {creating && !keyIsJson && (
        <Checkbox label={t('channelForm.batch')} {...form.getInputProps('batch', { type: 'checkbox' })} />
      )}
    </>
  );
}
