import type { AdminKeyResponse } from '#contract/resources/accounts/admin-key';
import { Button, Code, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { messageOf } from '../../lib/interaction/use-action';
import { Tag } from '../../ui/badge/tag';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { LoadFailed } from '../../ui/feedback/empty-state';
import classes from './admin-keys.module.css';
import { NewAdminKey } from './new-admin-key';
import { useAdminKeys } from './use-admin-keys';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const AdminKeyForm = lazyDialog(async () => (await import('./admin-key-form')).AdminKeyForm);

/** Lists, makes and revokes admin keys. */
export function AdminKeysCard() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<string>();
  const { keys, error, refresh, create, revoke } = useAdminKeys(setMade);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="admin-keys">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Title order={2} id="admin-keys">
          {t('adminKeys.title')}
        </Title>
        <Button size="xs" flex="none" onClick={() => setOpen(true)}>
          {t('adminKeys.add')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t('adminKeys.lead')}
      </Text>
      {error ? (
        <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
      ) : keys === undefined ? (
        <Skeleton h={56} />
      ) : keys.length === 0 ? (
        <Text size="sm" py="sm">
          {t('adminKeys.none')}
        </Text>
      ) : (
        <ul className={classes.keys}>
          {keys.map((key) => (
            <KeyRow key={key.id} adminKey={key} onRevoke={() => revoke.run(key)} />
          ))}
        </ul>
      )}
      {isOpen && <AdminKeyForm create={create} onClose={() => setOpen(false)} />}
      {made !== undefined && <NewAdminKey secret={made} onClose={() => setMade(undefined)} />}
    </Paper>
  );
}

interface KeyRowProps {
  adminKey: AdminKeyResponse;
  onRevoke: () => Promise<boolean>;
}

function KeyRow({ adminKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation();
  const { name, owner, last_four, scopes, allow_ips, expires_at, last_used_at, last_used_ip } = adminKey;
  const facts = [
    owner,
    t('adminKeys.until', { time: formatTime(expires_at) }),
    last_used_at === 0
      ? t('adminKeys.unused')
      : t('adminKeys.used', { time: formatTime(last_used_at), address: last_used_ip }),
    allow_ips.trim() !== '' &&
      t('adminKeys.from', { addresses: allow_ips.split('\n').filter(Boolean).join(', ') }),
  ];
  return (
    <li>
      <div className={classes.what}>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Code>{`tg-admin-…${last_four}`}</Code>
          {scopes.map((scope) => (
            <Tag key={scope}>{t(`adminKeys.scopes.${scope}`)}</Tag>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        label={t('adminKeys.revokeNamed', { name })}
        title={t('adminKeys.revokeTitle')}
        text={t('adminKeys.revokeText')}
        name={name}
        confirm={t('adminKeys.revoke')}
        icon={<IconX size={16} stroke={1.75} />}
        onConfirm={onRevoke}
      />
    </li>
  );
}
