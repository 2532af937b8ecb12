import type { UpdateSettingRequest } from '#contract/resources/user';
import { Button, Checkbox, Group, Paper, Tabs, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/interaction/use-action';
import { NoticeFields } from './notice-fields';
import {
  emailProblem,
  type SettingProblem,
  type SettingValues,
  thresholdProblem,
  toInput,
  toValues,
  urlProblem,
} from './setting-values';

interface SettingCardProps {
  /** JSON text. */
  setting: string;
  save: Action<[UpdateSettingRequest]>;
}

/** The user's price and notification settings, saved together. */
export function SettingCard({ setting, save }: SettingCardProps) {
  const { t } = useTranslation();
  const text = (problem: SettingProblem | undefined) => {
    if (problem === undefined) return null;
    return problem === 'emailInvalid'
      ? t('authPages.code.emailInvalid')
      : t(`personalPage.setting.${problem}`);
  };
  const form = useForm<SettingValues>({
    initialValues: toValues(setting),
    validateInputOnBlur: true,
    validate: {
      webhookUrl: (_, values) => text(urlProblem(values)),
      email: (_, values) => text(emailProblem(values)),
      threshold: (_, values) => text(thresholdProblem(values)),
    },
  });
  const { setValues, resetDirty } = form;

  // Saved values return with the refreshed account; the secret does not.
  useEffect(() => {
    setValues(toValues(setting));
    resetDirty(toValues(setting));
  }, [setting, setValues, resetDirty]);

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="settings">
      <Title order={2} id="settings" mb="sm">
        {t('personalPage.setting.title')}
      </Title>
      <form
        noValidate
        autoComplete="off"
        onSubmit={form.onSubmit((values) => void save.run(toInput(values)))}
      >
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
            <NoticeFields form={form} />
          </Tabs.Panel>
        </Tabs>
        <Group mt="lg" gap="sm">
          <Button type="submit" loading={save.pending}>
            {t('personalPage.setting.save')}
          </Button>
          {form.isDirty() && (
            <Text size="xs" c="dimmed" role="status">
              {t('personalPage.setting.unsaved')}
            </Text>
          )}
        </Group>
      </form>
    </Paper>
  );
}
