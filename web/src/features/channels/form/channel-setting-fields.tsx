import { Alert, Input, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { steady } from '../../../lib/interaction/steady';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { FormSection } from '../../../ui/form/form-section';
import { JsonField } from '../../../ui/form/json-field';
import { isRecord } from './channel-checks';
import type { ChannelValues } from './channel-form-values';
import { useChannelTypes } from '../use-channel-types';
import { ENDPOINTS, LIMITS, readSetting, withSetting, type SettingSwitch } from './channel-setting';
import { MultiSelect, NumberInput, Switch, TextInput, Textarea } from '../../../ui/form/inputs';

/** Form fields for the JSON in `setting`. Keys without a field are kept. */
export const ChannelSettingFields = formPart(
  ['setting', 'type'],
  function ChannelSettingFields({ form }: { form: FormOf<ChannelValues, 'setting' | 'type'> }) {
    const { t } = useTranslation();
    const types = useChannelTypes();
    const text = form.values.setting;
    const setting = readSetting(text);
    const broken = setting === undefined;
    const set = (key: string, value: unknown) => form.setFieldValue('setting', withSetting(text, key, value));
    const toggle = (key: SettingSwitch) => (
      <Switch
        label={t(`channelSetting.${key}`)}
        description={t(`channelSetting.${key}_hint`)}
        disabled={broken}
        checked={setting?.[key] === true}
        onChange={(event) => set(key, event.currentTarget.checked)}
      />
    );

    return (
      <FormSection title={t('channelForm.setting')}>
        {broken && <Alert color="yellow">{t('channelSetting.broken')}</Alert>}
        {toggle('force_format')}
        {toggle('thinking_to_content')}
        {toggle('pass_through_body_enabled')}
        <TextInput
          label={t('channelSetting.proxy')}
          description={t('channelSetting.proxy_hint')}
          placeholder="socks5://127.0.0.1:1080"
          inputMode="url"
          disabled={broken}
          value={textOf(setting?.proxy)}
          onChange={(event) => set('proxy', event.currentTarget.value.trim())}
        />
        <Textarea
          label={t('channelSetting.system_prompt')}
          description={t('channelSetting.system_prompt_hint')}
          autosize
          maxRows={8}
          disabled={broken}
          value={textOf(setting?.system_prompt)}
          onChange={(event) => set('system_prompt', event.currentTarget.value)}
        />
        {textOf(setting?.system_prompt) !== '' && toggle('system_prompt_override')}
        <NumberInput
          label={t('channelSetting.first_token_timeout')}
          description={t('channelSetting.first_token_timeout_hint')}
          min={0}
          max={3600}
          disabled={broken}
          value={numberOf(setting?.first_token_timeout)}
          onChange={(value) =>
            set('first_token_timeout', typeof value === 'number' && value > 0 ? value : '')
          }
        />
        {types.of(form.values.type)?.capabilities.some((name) => name.endsWith('-tasks')) && (
          <NumberInput
            label={t('channelSetting.mj_max_concurrency')}
            description={t('channelSetting.mj_max_concurrency_hint')}
            min={0}
            allowDecimal={false}
            disabled={broken}
            value={numberOf(setting?.mj_max_concurrency)}
            onChange={(value) =>
              set('mj_max_concurrency', typeof value === 'number' && value > 0 ? value : '')
            }
          />
        )}
        <MultiSelect
          label={t('channelSetting.endpoints')}
          description={t('channelSetting.endpoints_hint')}
          data={ENDPOINTS.map((value) => ({ value, label: t(`channelSetting.endpoint.${value}`) }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          disabled={broken}
          value={listOf(setting?.endpoints)}
          onChange={(value) => set('endpoints', value)}
        />
        <Limits
          title={t('channelSetting.limits')}
          limits={setting?.limits}
          disabled={broken}
          onChange={(value) => set('limits', value)}
        />
        {setting?.multi_key === true && (
          <Limits
            title={t('channelSetting.key_limits')}
            limits={setting.key_limits}
            disabled={broken}
            onChange={(value) => set('key_limits', value)}
          />
        )}
        <JsonField
          label={t('channelSetting.json')}
          description={t('channelForm.settingHint')}
          template={{ force_format: true }}
          value={text}
          error={form.errors.setting}
          onChange={(value) => form.setFieldValue('setting', value)}
        />
      </FormSection>
    );
  },
);

interface LimitsProps {
  title: string;
  limits: unknown;
  disabled: boolean;
  onChange: (limits: Record<string, unknown>) => void;
}

const Limits = steady(function Limits({ title, limits, disabled, onChange }: LimitsProps) {
  const { t } = useTranslation();
  const current = isRecord(limits) ? limits : {};

  function set(key: string, value: number | string) {
    const { [key]: _old, ...rest } = current;
    onChange(typeof value === 'number' ? { ...rest, [key]: value } : rest);
  }

  return (
    <Input.Wrapper component="fieldset" bd="none" p={0} m={0}>
      <Input.Label component="legend" p={0} mb={6}>
        {title}
      </Input.Label>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {LIMITS.map((key) => (
          <NumberInput
            key={key}
            description={t(`channelSetting.limit.${key}`)}
            aria-label={`${title}: ${t(`channelSetting.limit.${key}`)}`}
            placeholder={t('channelSetting.unlimited')}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            disabled={disabled}
            value={numberOf(current[key])}
            onChange={(value) => set(key, value)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
});

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | string {
  return typeof value === 'number' ? value : '';
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
