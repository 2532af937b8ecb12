import { useTranslation } from 'react-i18next';
import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { type FormOf, formPart } from '../../../../ui/form/form-part';
import { TextInput } from '../../../../ui/form/inputs';
import { JsonField } from '../../../../ui/form/json-field';
import { GENERAL_FORM, isAddressBasic } from '../../use-channel-types';
import type { ChannelValues } from '../channel-values';
import { settingProblem } from '../channel-setting';
import { ChannelUrlField } from '../channel-url-field';
import type { V1Question } from '../use-v1-question';
import { settingEditor, textOf } from './setting-editor';
import { UpstreamPaths } from './upstream-paths';

const FIELDS = ['baseUrl', 'organization', 'override', 'setting'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
  type: ChannelTypeResponse | undefined;
  question: V1Question;
}

/** How the upstream is called: address, proxy, headers and parameters. */
export const UpstreamFields = formPart(FIELDS, function UpstreamFields({ form, type, question }: Props) {
  const { t } = useTranslation();
  const { organization, paths } = type?.form ?? GENERAL_FORM;
  const { setting, broken, set } = settingEditor(form);
  const { value, error, onChange } = form.getInputProps('override');
  const isProxyWrong = settingProblem(form.values.setting) === 'proxy';
  return (
    <>
      {!isAddressBasic(type) && <ChannelUrlField form={form} type={type} question={question} />}
      {organization && (
        <TextInput
          label={t('channelForm.organization')}
          placeholder={t('channelForm.organizationPlaceholder')}
          {...form.getInputProps('organization')}
        />
      )}
      <TextInput
        label={t('channelSetting.proxy')}
        description={t('channelSetting.proxy_hint')}
        placeholder="socks5://127.0.0.1:1080"
        inputMode="url"
        disabled={broken}
        error={isProxyWrong && form.errors.setting}
        value={textOf(setting.proxy)}
        onChange={(event) => set('proxy', event.currentTarget.value.trim())}
      />
      <JsonField
        label={t('channelForm.override')}
        description={t('channelForm.overrideHint')}
        template={{ temperature: 0 }}
        value={value}
        error={error}
        onChange={onChange}
      />
      {paths.length > 0 && <UpstreamPaths form={form} paths={paths} />}
    </>
  );
});
