import { Autocomplete, Checkbox, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form-section';
import { JsonField } from '../../../ui/form/json-field';
import type { ChannelValues } from './channel-form-values';
import { ChannelSettingFields } from './channel-setting-fields';

export function ChannelAdvancedFields({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { t } = useTranslation();
  const json = (field: 'mapping' | 'override' | 'statusMapping') => ({
    value: form.values[field],
    onChange: (value: string) => form.setFieldValue(field, value),
    error: form.errors[field],
  });
  return (
    <>
      <FormSection title={t('channelForm.routing')}>
        <JsonField
          label={t('channelForm.mapping')}
          description={t('channelForm.mappingHint')}
          template={{ 'gpt-3.5-turbo': 'gpt-3.5-turbo-0125' }}
          {...json('mapping')}
        />
        <TextInput label={t('channelForm.tag')} {...form.getInputProps('tag')} />
        <SimpleGrid cols={2}>
          <NumberInput
            label={t('channelForm.priority')}
            allowDecimal={false}
            min={-999}
            {...form.getInputProps('priority')}
          />
          <NumberInput
            label={t('channelForm.weight')}
            allowDecimal={false}
            min={0}
            {...form.getInputProps('weight')}
          />
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {t('channelForm.weightHint')}
        </Text>
      </FormSection>
      <ChannelSettingFields form={form} />
      <FormSection title={t('channelForm.advanced')}>
        <Autocomplete
          label={t('channelForm.testModel')}
          placeholder={t('channelForm.testModelPlaceholder')}
          data={form.values.models}
          limit={50}
          {...form.getInputProps('testModel')}
        />
        <Checkbox label={t('channelForm.autoBan')} {...form.getInputProps('autoBan', { type: 'checkbox' })} />
        <JsonField
          label={t('channelForm.override')}
          description={t('channelForm.overrideHint')}
          template={{ temperature: 0 }}
          {...json('override')}
        />
        <JsonField
          label={t('channelForm.statusMapping')}
          description={t('channelForm.statusMappingHint')}
          template={{ '400': '500' }}
          {...json('statusMapping')}
        />
      </FormSection>
    </>
  );
}
