import { Role } from '#contract/enums';
import type { Language } from '#contract/languages';
import type { InvitationResponse } from '#contract/resources/accounts/invitation';
import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/api/session';
import { useMoney } from '../../lib/api/use-status';
import { formatQuota, formatTime } from '../../lib/format/format';
import { isEmail } from '../../lib/format/is-email';
import { messageOf } from '../../lib/interaction/use-action';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { GuardedModal } from '../../ui/dialog/modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { Select, TextInput } from '../../ui/form/inputs';
import { LanguageSelect } from '../../ui/form/language-select';
import { MoneyInput, unitsOf } from '../../ui/form/money-input';
import { useInvitations } from './use-invitations';
import { useUserGroups } from './use-users';

interface InviteValues {
  email: string;
  role: string;
  group: string;
  language: Language | '';
  /** '' = as after a registration. */
  amount: number | string;
}

const EMPTY: InviteValues = {
  email: '',
  role: String(Role.user),
  group: 'default',
  language: '',
  amount: '',
};

/** Invites a person by mail, and lists the invitations that are open. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const money = useMoney();
  const viewer = useSession();
  const groups = useUserGroups();
  const { open, error, invite, revoke } = useInvitations();
  const form = useForm<InviteValues>({
    initialValues: EMPTY,
    validate: {
      email: (email) => (isEmail(email.trim()) ? null : t('authPages.code.emailInvalid')),
      amount: (amount) => (Number(amount) < 0 ? t('user.badQuota') : null),
    },
  });
  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit({ email, role, group, language, amount }: InviteValues) {
    const isSent = await invite.run({
      email: email.trim(),
      role: Number(role) === Role.admin ? Role.admin : Role.user,
      group,
      ...(language !== '' && { language }),
      ...(amount !== '' && { quota: unitsOf(amount, money) }),
    });
    if (isSent) form.reset();
  }

  return (
    <GuardedModal guard={guard} title={t('user.invite.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('user.invite.lead')}
          </Text>
          <TextInput
            label={t('user.email')}
            type="email"
            autoComplete="off"
            withAsterisk
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Select
            label={t('user.role')}
            allowDeselect={false}
            data={[
              { value: String(Role.user), label: t('user.roleUser') },
              ...((viewer?.role ?? 0) >= Role.root
                ? [{ value: String(Role.admin), label: t('user.roleAdmin') }]
                : []),
            ]}
            {...form.getInputProps('role')}
          />
          <Select
            label={t('user.group')}
            allowDeselect={false}
            data={groups}
            {...form.getInputProps('group')}
          />
          <LanguageSelect
            label={t('user.invite.language')}
            description={t('user.invite.languageHint')}
            empty={t('user.invite.languageUnknown')}
            {...form.getInputProps('language')}
          />
          <MoneyInput
            label={t('user.invite.quota')}
            description={t('user.invite.quotaHint')}
            min={0}
            {...form.getInputProps('amount')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={guard.close}>
              {t('common.close')}
            </Button>
            <Button type="submit" loading={invite.pending}>
              {t('user.invite.send')}
            </Button>
          </Group>
        </Stack>
      </form>
      {error !== undefined && (
        <Alert color="red" mt="md">
          {messageOf(error)}
        </Alert>
      )}
      {open && open.length > 0 && (
        <>
          <Divider my="md" label={t('user.invite.open', { n: open.length })} labelPosition="left" />
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {open.map((invitation) => (
              <OpenInvitation
                key={invitation.id}
                invitation={invitation}
                onRevoke={() => revoke.run(invitation)}
              />
            ))}
          </Stack>
        </>
      )}
    </GuardedModal>
  );
}

interface OpenInvitationProps {
  invitation: InvitationResponse;
  onRevoke: () => Promise<boolean>;
}

function OpenInvitation({ invitation, onRevoke }: OpenInvitationProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const { email, role, group, quota, inviter, expires_at: expires } = invitation;
  const facts = [
    t(role >= Role.admin ? 'user.roleAdmin' : 'user.roleUser'),
    group,
    quota !== null && formatQuota(quota, money),
    t('user.invite.by', { name: inviter }),
    t('user.invite.until', { time: formatTime(expires) }),
  ];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {email}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        label={t('user.invite.revokeNamed', { email })}
        title={t('user.invite.revokeTitle')}
        name={email}
        confirm={t('user.invite.revoke')}
        icon={<IconX size={16} stroke={1.75} />}
        onConfirm={onRevoke}
      />
    </Group>
  );
}
