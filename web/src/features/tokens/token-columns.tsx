import { TokenStatus } from '#contract/enums';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../lib/format/format';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { GroupTags } from '../../ui/badge/group-tag';
import { Quota } from '../../ui/badge/quota';
import { RowName } from '../../ui/table/row-name';
import { SecretText } from '../../ui/text/secret-text';
import { StatusBadge } from '../../ui/badge/status-badge';
import { type TokenActions, TokenButtons } from './token-buttons';
import { TokenCreated, TokenExpiry } from './token-times';
import type { TokenResponse } from '#contract/resources/token';

export function useTokenColumns(rowActions: TokenActions): Column<TokenResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('common.name'),
        card: 'title',
        fixed: true,
        render: (token) => <RowName>{token.name}</RowName>,
      },
      {
        key: 'status',
        title: t('common.status'),
        card: 'status',
        render: (token) => (
          <Stack gap={4} align="flex-start">
            <StatusCell token={token} />
            <GroupTags groups={token.group} />
          </Stack>
        ),
      },
      { key: 'key', title: t('common.key'), card: 'wide', render: (token) => <TokenKey token={token} /> },
      {
        key: 'quota',
        title: t('token.usage'),
        width: 140,
        render: (token) => <TokenQuota token={token} />,
      },
      {
        key: 'created',
        title: t('token.created'),
        width: 152,
        render: (token) => <TokenCreated token={token} />,
      },
      {
        key: 'expires',
        title: t('token.expires'),
        width: 152,
        render: (token) => <TokenExpiry token={token} />,
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: 196,
        card: 'actions',
        fixed: true,
        render: (token) => <TokenButtons token={token} {...actions} />,
      },
    ],
    [t, actions],
  );
}

function StatusCell({ token }: { token: TokenResponse }) {
  const { t } = useTranslation();
  if (token.status === TokenStatus.enabled) {
    return (
      <StatusBadge color="green">
        {t(token.model_limits_enabled ? 'token.enabledLimited' : 'token.enabled')}
      </StatusBadge>
    );
  }
  if (token.status === TokenStatus.disabled)
    return <StatusBadge color="red">{t('token.disabled')}</StatusBadge>;
  if (token.status === TokenStatus.expired)
    return <StatusBadge color="yellow">{t('token.expired')}</StatusBadge>;
  if (token.status === TokenStatus.exhausted)
    return <StatusBadge color="gray">{t('token.exhausted')}</StatusBadge>;
  return <StatusBadge color="gray">{t('token.unknownStatus')}</StatusBadge>;
}

function TokenKey({ token: { name, key } }: { token: TokenResponse }) {
  const { t } = useTranslation();
  return (
    <SecretText
      text={`sk-${key}`}
      masked={maskKey(key)}
      reveal={t('token.revealNamed', { name })}
      copy={t('token.copyNamed', { name })}
    />
  );
}

function TokenQuota({ token }: { token: TokenResponse }) {
  const { t } = useTranslation();
  const all = token.used_quota + Math.max(0, token.remain_quota);
  const share = all > 0 ? (token.used_quota / all) * 100 : 0;
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap">
        <Quota value={token.used_quota} />
        <Text span size="sm" c="dimmed">
          /
        </Text>
        {token.unlimited_quota ? (
          <Text span size="sm">
            {t('token.unlimited')}
          </Text>
        ) : (
          <Quota value={token.remain_quota} />
        )}
      </Group>
      {!token.unlimited_quota && (
        <Progress
          value={share}
          size={4}
          color={share > 90 ? 'red' : 'brand'}
          aria-label={`${t('token.used')}: ${token.name}`}
        />
      )}
    </Stack>
  );
}
