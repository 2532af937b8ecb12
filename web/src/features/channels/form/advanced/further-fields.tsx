import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FormOf, formPart } from '../../../../ui/form/form-part';
import { Autocomplete, Switch, Textarea } from '../../../../ui/form/inputs';
import { JsonField } from '../../../../ui/form/json-field';
import type { ChannelValues } from '../channel-values';
import { settingProblem, type SettingSwitch } from '../channel-setting';
import { settingEditor, textOf } from './setting-editor';

const FIELDS = ['models', 'testModel', 'setting'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
}

/** The test model, changes of requests and responses, and the whole setting as JSON. */
export const FurtherFields = formPart(FIELDS, function FurtherFields({ form }: Props) {
  const { t } = useTranslation();
  const { setting, broken, set } = settingEditor(form);
  const text = form.values.setting;
  const prompt = textOf(setting.system_prompt);
  // Shown beside its own field.
  const isProxyWrong = settingProblem(text) === 'proxy';
  const toggle = (key: SettingSwitch) => (
    <Switch
      label={t(`channelSetting.${key}`)}
      description={t(`channelSetting.${key}_hint`)}
      disabled={broken}
      checked={setting[key] === true}
      onChange={(event) => set(key, event.currentTarget.checked)}
    />
  );
  return (
    <>
      <Autocomplete
        label={t('channelForm.testModel')}
        placeholder={t('channelForm.testModelPlaceholder')}
        data={form.values.models}
        limit={50}
        {...form.getInputProps('testModel')}
      />
      {broken && <Alert color="yellow">{t('channelSetting.broken')}</Alert>}
      {toggle('force_format')}
      {toggle('thinking_to_content')}
      {toggle('pass_through_body_enabled')}
      <Textarea
        label={t('channelSetting.system_prompt')}
        description={t('channelSetting.system_prompt_hint')}
        autosize
        maxRows={8}
        disabled={broken}
        value={prompt}
        onChange={(event) => set('system_prompt', event.currentTarget.value)}
      />
      {prompt !== '' && toggle('system_prompt_override')}
      <JsonField
        label={t('channelSetting.json')}
        description={t('channelForm.settingHint')}
        template={{ force_format: true }}
        value={text}
        error={!isProxyWrong && form.errors.setting}
        onChange={(value) => form.setFieldValue('setting', value)}
      />
    </>
  );
});
