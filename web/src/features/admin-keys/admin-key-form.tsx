import { ADMIN_KEY_SCOPES, type AdminKeyScope } from '#contract/admin-key-scopes';
import { MAX_ADMIN_KEY_DAYS, MAX_ADMIN_KEY_NAME_LENGTH } from '#contract/limits';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { NumberInput, Textarea, TextInput } from '../../ui/form/inputs';
import type { useAdminKeys } from './use-admin-keys';

interface Values {
  name: string;
  scopes: AdminKeyScope[];
  days: number | string;
  allow_ips: string;
}

const EMPTY: Values = { name: '', scopes: ['read'], days: 90, allow_ips: '' };

interface AdminKeyFormProps {
  create: ReturnType<typeof useAdminKeys>['create'];
  onClose: () => void;
}

/** The form of a new admin key. */
export function AdminKeyForm({ create, onClose }: AdminKeyFormProps) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: EMPTY,
    validate: {
      name: (name) => (name.trim() === '' ? t('adminKeys.needName') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('adminKeys.needScope') : null),
      days: (days) =>
        Number(days) >= 1 && Number(days) <= MAX_ADMIN_KEY_DAYS
          ? null
          : t('adminKeys.badDays', { max: MAX_ADMIN_KEY_DAYS }),
    },
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit({ days, name, ...values }: Values) {
    if (await create.run({ ...values, name: name.trim(), days: Number(days) })) onClose();
  }

  return (
    <GuardedModal guard={guard} title={t('adminKeys.add')}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <TextInput
            label={t('adminKeys.name')}
            description={t('adminKeys.nameHint')}
            maxLength={MAX_ADMIN_KEY_NAME_LENGTH}
            autoComplete="off"
            withAsterisk
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group
            label={t('adminKeys.scope')}
            description={t('adminKeys.scopeHint')}
            withAsterisk
            {...form.getInputProps('scopes')}
          >
            <Stack gap={8} mt="xs">
              {ADMIN_KEY_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`adminKeys.scopes.${scope}`)}
                  description={t(`adminKeys.scopeHints.${scope}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <NumberInput
            label={t('adminKeys.days')}
            min={1}
            max={MAX_ADMIN_KEY_DAYS}
            allowDecimal={false}
            withAsterisk
            {...form.getInputProps('days')}
          />
          <Textarea
            label={t('adminKeys.addresses')}
            description={t('adminKeys.addressesHint')}
            autosize
            minRows={2}
            {...form.getInputProps('allow_ips')}
          />
          <Text size="xs" c="dimmed">
            {t('adminKeys.endHint')}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={create.pending}>
              {t('adminKeys.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </GuardedModal>
  );
}
