import {
  Anchor,
  Button,
  Collapse,
  Group,
  PasswordInput,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { CodeBlock } from '../../ui/text/code-block';
import { QuotaInput } from '../../ui/form/quota-input';
import { type SettingValues, THRESHOLDS } from './setting-values';

/** The body of a webhook notification. */
const EXAMPLE = JSON.stringify(
  {
    type: 'quota_exceed',
    title: '额度预警通知',
    content: '您的额度即将用尽，当前剩余额度为 {{value}}',
    values: ['$0.99'],
    timestamp: 1739950503,
  },
  null,
  2,
);

type Form = UseFormReturnType<SettingValues>;

export function NoticeFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { perUnit } = useMoney();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="md">
      <Stack gap="md">
        <Radio.Group label={t('personalPage.setting.kind')} {...form.getInputProps('kind')}>
          <Group gap="lg">
            <Radio value="email" label={t('personalPage.setting.byEmail')} />
            <Radio value="webhook" label={t('personalPage.setting.byWebhook')} />
          </Group>
        </Radio.Group>
        {form.values.kind === 'webhook' ? (
          <WebhookFields form={form} />
        ) : (
          <TextInput
            type="email"
            label={t('personalPage.setting.email')}
            description={t('personalPage.setting.emailHint')}
            {...form.getInputProps('email')}
          />
        )}
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
      </div>
    </SimpleGrid>
  );
}

function WebhookFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <TextInput
        type="url"
        label={t('personalPage.setting.url')}
        description={t('personalPage.setting.urlHint')}
        placeholder="https://example.com/webhook"
        withAsterisk
        {...form.getInputProps('webhookUrl')}
      />
      <PasswordInput
        label={t('personalPage.setting.secret')}
        description={t('personalPage.setting.secretHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
        {...form.getInputProps('webhookSecret')}
      />
      <div>
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('personalPage.setting.structure')}
        </Anchor>
        <Collapse expanded={opened}>
          <Text size="xs" c="dimmed" my={6}>
            {t('personalPage.setting.structureHint', { placeholder: '{{value}}' })}
          </Text>
          <CodeBlock code={EXAMPLE} language="json" />
        </Collapse>
      </div>
    </>
  );
}
