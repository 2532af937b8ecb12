import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { FormSection } from '../../../ui/form/form-section';
import { Autocomplete, Checkbox, NumberInput, TextInput } from '../../../ui/form/inputs';
import { JsonField } from '../../../ui/form/json-field';
import type { ChannelValues } from './channel-form-values';

interface Props<K extends keyof ChannelValues> {
  form: FormOf<ChannelValues, K>;
}

export const ChannelRoutingFields = formPart(
  ['mapping', 'tag', 'priority', 'weight'],
  function ChannelRoutingFields({ form }: Props<'mapping' | 'tag' | 'priority' | 'weight'>) {
    const { t } = useTranslation();
    return (
      <FormSection title={t('channelForm.routing')}>
        <JsonField
          label={t('channelForm.mapping')}
          description={t('channelForm.mappingHint')}
          template={{ 'gpt-3.5-turbo': 'gpt-3.5-turbo-0125' }}
          {...jsonProps(form, 'mapping')}
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
    );
  },
);

export const ChannelAdvancedFields = formPart(
  ['models', 'testModel', 'autoBan', 'override', 'statusMapping'],
  function ChannelAdvancedFields({
    form,
  }: Props<'models' | 'testModel' | 'autoBan' | 'override' | 'statusMapping'>) {
    const { t } = useTranslation();
    return (
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
          {...jsonProps(form, 'override')}
        />
        <JsonField
          label={t('channelForm.statusMapping')}
          description={t('channelForm.statusMappingHint')}
          template={{ '400': '500' }}
          {...jsonProps(form, 'statusMapping')}
        />
      </FormSection>
    );
  },
);

type JsonMember = 'mapping' | 'override' | 'statusMapping';

/** Without the validation on blur. */
function jsonProps<K extends JsonMember>(form: FormOf<ChannelValues, K>, field: K) {
  const { value, error, onChange } = form.getInputProps(field);
  return { value, error, onChange };
}
