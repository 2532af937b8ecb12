import { NEVER_EXPIRES, TokenStatus } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime, nowSeconds } from '../../lib/format/format';
import { StatusBadge } from '../../ui/badge/status-badge';
import { hint } from '../../ui/feedback/hint';

const DAY = 86_400;
/** Remaining seconds below which an expiry is highlighted. */
const SOON = 7 * DAY;

/** Creation time and last use of a token. */
export function TokenCreated({
  token,
}: {
  token: Pick<TokenResponse, 'created_time' | 'accessed_time' | 'used_quota'>;
}) {
  const { t } = useTranslation();
  const { created_time, accessed_time, used_quota } = token;
  return (
    <Stack gap={2}>
      <Text span size="sm">
        {formatTime(created_time)}
      </Text>
      <Text span size="xs" c="dimmed">
        {accessed_time > created_time || used_quota > 0 ? (
          <>
            {t('token.lastUsed')} <Ago at={accessed_time} />
          </>
        ) : (
          t('token.neverUsed')
        )}
      </Text>
    </Stack>
  );
}

/** Expiry of a token, highlighted when it is near. */
export function TokenExpiry({
  token: { status, expired_time },
}: {
  token: Pick<TokenResponse, 'status' | 'expired_time'>;
}) {
  const { t, i18n } = useTranslation();
  if (expired_time === NEVER_EXPIRES) return t('token.never');
  const left = expired_time - nowSeconds();
  const soon = status === TokenStatus.enabled && left > 0 && left < SOON;
  return (
    <Stack gap={2} align="flex-start">
      <Text span size="sm">
        {formatTime(expired_time)}
      </Text>
      {soon ? (
        <StatusBadge color={left < DAY ? 'red' : 'yellow'}>
          {t('token.expiresIn', { time: formatAgo(expired_time, i18n.language) })}
        </StatusBadge>
      ) : (
        <Text span size="xs" c="dimmed">
          {formatAgo(expired_time, i18n.language)}
        </Text>
      )}
    </Stack>
  );
}

/** A relative time; the tooltip shows the exact time. */
function Ago({ at }: { at: number }) {
  const { i18n } = useTranslation();
  return <span {...hint(formatTime(at))}>{formatAgo(at, i18n.language)}</span>;
}
