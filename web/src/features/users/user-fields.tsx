import { MAX_REASON_LENGTH } from '#contract/limits';
import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section';
import { QuotaInput } from '../../ui/form/quota-input';
import type { UserValues } from './user-values';
import type { UserResponse } from '#contract/resources/accounts/user';
import { useUserGroups } from './use-users';
import { PasswordInput, Select, TextInput } from '../../ui/form/inputs';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const QuotaDialog = lazyDialog(async () => (await import('./quota-dialog')).QuotaDialog);

interface Props {
  form: UseFormReturnType<UserValues>;
  creating: boolean;
  /** True for another user's account, whose group and quota can be changed. */
  managed: boolean;
  user: UserResponse | undefined;
}

export function UserFields({ form, creating, managed, user }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <FormSection title={t('personal.account')}>
        <TextInput
          label={t('user.username')}
          description={t('user.usernameHint')}
          withAsterisk={creating}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('user.displayName')}
          description={t('user.displayNameHint')}
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        <PasswordInput
          label={t('user.password')}
          description={creating ? t('user.passwordHint') : t('user.passwordKeep')}
          withAsterisk={creating}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
      </FormSection>
      {managed && user && <QuotaSection form={form} user={user} />}
      {user && <Bindings user={user} />}
    </>
  );
}

function QuotaSection({ form, user }: { form: UseFormReturnType<UserValues>; user: UserResponse }) {
  const { t } = useTranslation();
  const groups = useUserGroups();
  const [adding, setAdding] = useState(false);
  const { group, quota } = form.values;
  return (
    <FormSection title={t('user.quotaSection')}>
      <Select
        label={t('user.group')}
        description={t('user.groupHint')}
        data={[...new Set([...groups, group])].filter(Boolean)}
        allowDeselect={false}
        searchable
        {...form.getInputProps('group')}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <QuotaInput label={t('user.quota')} {...form.getInputProps('quota')} />
        </div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('user.addQuota')}
        </Button>
      </Group>
      {Number(quota) !== user.quota && (
        <TextInput
          label={t('user.reason')}
          description={t('user.reasonHint')}
          maxLength={MAX_REASON_LENGTH}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      )}
      {adding && (
        <QuotaDialog
          name={user.username}
          quota={Number(quota)}
          onChange={(added, reason) => {
            form.setValues({ quota: Number(quota) + added, reason });
            return true;
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </FormSection>
  );
}

function Bindings({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const bindings = [
    [t('user.email'), user.email],
    ['GitHub', user.github_id],
    ['OIDC', user.oidc_id],
    [t('user.wechat'), user.wechat_id],
    ['Telegram', user.telegram_id],
    ['Linux DO', user.linux_do_id],
  ];
  return (
    <FormSection title={t('user.readonly')}>
      <SimpleGrid component="dl" cols={2} m={0} verticalSpacing="sm">
        {bindings.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value || t('user.unbound')}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </FormSection>
  );
}
