import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FormOf, formPart } from '../../../../ui/form/form-part';
import { Checkbox, MultiSelect, NumberInput, TagsInput, TextInput } from '../../../../ui/form/inputs';
import { useChannelTypes } from '../../use-channel-types';
import { useGroups } from '../../use-channels';
import type { ChannelValues } from '../channel-values';
import { ENDPOINTS } from '../channel-setting';
import { LimitsField } from './limits-field';
import { numberOf, settingEditor, textsOf } from './setting-editor';

const FIELDS = ['groups', 'tag', 'priority', 'weight', 'autoBan', 'setting', 'type'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
}

/** Which requests the channel gets, and how many. */
export const RoutingFields = formPart(FIELDS, function RoutingFields({ form }: Props) {
  const { t } = useTranslation();
  const groups = useGroups();
  const types = useChannelTypes();
  const { setting, broken, set } = settingEditor(form);
  const hasTasks = types.of(form.values.type)?.capabilities.some((name) => name.endsWith('-tasks'));
  const positive = (value: number | string) => (typeof value === 'number' && value > 0 ? value : '');
  return (
    <>
      <TagsInput
        label={t('channelForm.groups')}
        description={t('channelForm.groupsHint')}
        data={groups}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        {...form.getInputProps('groups')}
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
      <Checkbox label={t('channelForm.autoBan')} {...form.getInputProps('autoBan', { type: 'checkbox' })} />
      <MultiSelect
        label={t('channelSetting.endpoints')}
        description={t('channelSetting.endpoints_hint')}
        data={ENDPOINTS.map((value) => ({ value, label: t(`channelSetting.endpoint.${value}`) }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        disabled={broken}
        value={textsOf(setting.endpoints)}
        onChange={(value) => set('endpoints', value)}
      />
      <LimitsField
        title={t('channelSetting.limits')}
        limits={setting.limits}
        disabled={broken}
        onChange={(value) => set('limits', value)}
      />
      {setting.multi_key === true && (
        <LimitsField
          title={t('channelSetting.key_limits')}
          limits={setting.key_limits}
          disabled={broken}
          onChange={(value) => set('key_limits', value)}
        />
      )}
      {hasTasks && (
        <NumberInput
          label={t('channelSetting.mj_max_concurrency')}
          description={t('channelSetting.mj_max_concurrency_hint')}
          min={0}
          allowDecimal={false}
          disabled={broken}
          value={numberOf(setting.mj_max_concurrency)}
          onChange={(value) => set('mj_max_concurrency', positive(value))}
        />
      )}
      <NumberInput
        label={t('channelSetting.first_token_timeout')}
        description={t('channelSetting.first_token_timeout_hint')}
        min={0}
        max={3600}
        disabled={broken}
        value={numberOf(setting.first_token_timeout)}
        onChange={(value) => set('first_token_timeout', positive(value))}
      />
    </>
  );
});
