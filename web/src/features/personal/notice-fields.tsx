import type { Language } from '#contract/languages';
import { NOTICE_SWITCHES } from '#contract/notification-settings';
import { Button, Checkbox, Group, Input, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../lib/format/format';
import { useOwnLanguage } from '../../lib/api/own-language';
import { useMoney } from '../../lib/api/use-status';
import { useLocalized } from '../../text/localized';
import { LanguageSelect } from '../../ui/form/language-select';
import { QuotaInput } from '../../ui/form/quota-input';
import { ChannelFields } from './channel-fields';
import { type NotificationChannels, type SettingValues, THRESHOLDS } from './setting-values';

interface Props {
  form: UseFormReturnType<SettingValues>;
  channels: NotificationChannels;
  /** The stored settings, JSON text. */
  setting: string;
  /** Of mails and notices; '' = the site's. */
  language: Language | '';
}

export function NoticeFields({ form, channels, setting, language }: Props) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { perUnit } = useMoney();
  const save = useOwnLanguage();
  const channel = channels.find(({ id }) => id === form.values.channel);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="md">
      <Stack gap="md">
        <Select
          label={t('personalPage.setting.kind')}
          data={channels.map(({ id, name }) => ({ value: id, label: localized(name) }))}
          allowDeselect={false}
          {...form.getInputProps('channel')}
        />
        {channel && <ChannelFields key={channel.id} form={form} channel={channel} setting={setting} />}
        <LanguageSelect
          label={t('personalPage.setting.language')}
          description={t('personalPage.setting.languageHint')}
          value={language}
          disabled={save.pending}
          onChange={(chosen) => void save.run(chosen)}
        />
      </Stack>
      <div>
        <QuotaInput
          label={t('personalPage.setting.threshold')}
          min={1}
          {...form.getInputProps('threshold')}
        />
        <Group gap={6} mt={8}>
          {THRESHOLDS.map((quota) => (
            <Button
              key={quota}
              size="compact-sm"
              variant="default"
              fw={400}
              onClick={() => form.setFieldValue('threshold', quota)}
            >
              {`${quota} (${formatPrice(quota / perUnit)})`}
            </Button>
          ))}
        </Group>
        <Text size="xs" c="dimmed" mt={8}>
          {t('personalPage.setting.thresholdHint')}
        </Text>
        <Input.Wrapper component="fieldset" bd="none" p={0} mx={0} mt="lg">
          <Input.Label component="legend" p={0} mb={6}>
            {t('personalPage.setting.account')}
          </Input.Label>
          <Stack gap="xs">
            {NOTICE_SWITCHES.map((name) => (
              <Checkbox
                key={name}
                label={t(`personalPage.setting.switches.${name}`)}
                {...form.getInputProps(`notices.${name}`, { type: 'checkbox' })}
              />
            ))}
          </Stack>
          <Text size="xs" c="dimmed" mt={8}>
            {t('personalPage.setting.accountHint')}
          </Text>
        </Input.Wrapper>
      </div>
    </SimpleGrid>
  );
}
