import type { Language } from '#contract/languages';
import type { UpdateSettingRequest } from '#contract/resources/notification-channel';
import { Button, Checkbox, Group, Paper, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, messageOf } from '../../lib/interaction/use-action';
import { useLocalized } from '../../text/localized';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { NoticeFields } from './notice-fields';
import {
  fieldProblem,
  fieldsOf,
  isThreshold,
  type NotificationChannels,
  type SettingValues,
  splitLanguage,
  toInput,
  toValues,
} from './setting-values';
import { useNotificationChannels } from './use-notification-channels';

interface SettingCardProps {
  /** JSON text. */
  setting: string;
  save: Action<[UpdateSettingRequest]>;
  test: Action<[]>;
}

/** The user's price and notification settings, saved together. */
export function SettingCard({ setting, ...actions }: SettingCardProps) {
  const { t } = useTranslation();
  const { channels, error, retry } = useNotificationChannels();
  // The language is saved at once, also in the header: unsaved values of the form stay.
  const { language, rest } = splitLanguage(setting);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="settings">
      <Title order={2} id="settings" mb="sm">
        {t('personalPage.setting.title')}
      </Title>
      {channels ? (
        <SettingForm {...actions} setting={rest} language={language} channels={channels} />
      ) : error === undefined ? (
        <Skeleton h={200} />
      ) : (
        <LoadFailed message={messageOf(error)} onRetry={retry} />
      )}
    </Paper>
  );
}

interface SettingFormProps extends SettingCardProps {
  language: Language | '';
  channels: NotificationChannels;
}

function SettingForm({ setting, language, save, test, channels }: SettingFormProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const form = useForm<SettingValues>({
    initialValues: toValues(setting, channels),
    validateInputOnBlur: true,
    validate: (values) => ({
      threshold: isThreshold(values.threshold) ? null : t('personalPage.setting.thresholdBad'),
      ...Object.fromEntries(
        fieldsOf(values, channels).map((field) => {
          const problem = fieldProblem(field, localized(field.label), { values, setting, channels });
          return [`fields.${field.name}`, problem ?? null];
        }),
      ),
    }),
  });
  const { setValues, resetDirty } = form;
  const [saves, setSaves] = useState(0);

  // Saved values return with the refreshed account; secrets do not, so that settings may look the same after a save.
  useEffect(() => {
    setValues(toValues(setting, channels));
    resetDirty(toValues(setting, channels));
  }, [setting, saves, channels, setValues, resetDirty]);

  async function submit(values: SettingValues): Promise<void> {
    if (await save.run({ ...toInput(values, channels), ...values.notices })) setSaves((count) => count + 1);
  }

  return (
    <form noValidate autoComplete="off" onSubmit={form.onSubmit((values) => void submit(values))}>
      <Tabs defaultValue="notice">
        <Tabs.List mb="md">
          <Tabs.Tab value="notice">{t('personalPage.setting.notice')}</Tabs.Tab>
          <Tabs.Tab value="price">{t('personalPage.setting.price')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="price">
          <Checkbox
            label={t('personalPage.setting.accept')}
            description={t('personalPage.setting.acceptHint')}
            {...form.getInputProps('acceptUnset', { type: 'checkbox' })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="notice">
          <NoticeFields form={form} channels={channels} setting={setting} language={language} />
        </Tabs.Panel>
      </Tabs>
      <Group mt="lg" gap="sm">
        <Button type="submit" loading={save.pending}>
          {t('personalPage.setting.save')}
        </Button>
        <Button
          variant="default"
          disabled={form.isDirty()}
          loading={test.pending}
          title={t('personalPage.setting.testHint')}
          onClick={() => void test.run()}
        >
          {t('personalPage.setting.test')}
        </Button>
        {form.isDirty() && (
          <Text size="xs" c="dimmed" role="status">
            {t('personalPage.setting.unsaved')}
          </Text>
        )}
      </Group>
    </form>
  );
}
