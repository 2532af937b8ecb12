import { TokenStatus } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Quota } from '../../ui/badge/quota';
import { StatusBadge } from '../../ui/badge/status-badge';

interface StatusProps {
  token: Pick<TokenResponse, 'status'> & Partial<Pick<TokenResponse, 'model_limits_enabled'>>;
}

export function TokenStatusBadge({ token }: StatusProps) {
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

type Spending = Pick<TokenResponse, 'name' | 'used_quota' | 'remain_quota' | 'unlimited_quota'>;

/** What a token has used of its quota. */
export function TokenQuota({ token }: { token: Spending }) {
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
