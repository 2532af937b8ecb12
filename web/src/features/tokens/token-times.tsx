import { NEVER_EXPIRES, TokenStatus } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime, nowSeconds } from '../../lib/format/format';
import { Ago } from '../../ui/text/ago';

const DAY = 86_400;
/** Remaining seconds below which an expiry is highlighted. */
const SOON = 7 * DAY;

/** Creation time and last use of a token. */
export function TokenCreated({
  token,
}: {
  token: Pick<TokenResponse, 'created_time' | 'accessed_time' | 'used_quota'>;
}) {
  const { created_time } = token;
  return (
    <Stack gap={0}>
      <Text span fz={13} lh={1.35}>
        {formatTime(created_time)}
      </Text>
      <Text span size="xs" c="dimmed" lh={1.35}>
        <LastUse token={token} />
      </Text>
    </Stack>
  );
}

/** When a token was charged last. */
export function LastUse({
  token: { created_time, accessed_time, used_quota },
}: {
  token: Pick<TokenResponse, 'created_time' | 'accessed_time' | 'used_quota'>;
}) {
  const { t } = useTranslation();
  if (accessed_time <= created_time && used_quota <= 0) return t('token.neverUsed');
  return (
    <>
      {t('token.lastUsed')} <Ago at={accessed_time} />
    </>
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
    <Stack gap={0} align="flex-start">
      <Text span fz={13} lh={1.35}>
        {formatTime(expired_time)}
      </Text>
      {soon ? (
        <Text
          span
          size="xs"
          fw={600}
          lh={1.35}
          c={`var(--mantine-color-${left < DAY ? 'red' : 'yellow'}-light-color)`}
        >
          {t('token.expiresIn', { time: formatAgo(expired_time, i18n.language) })}
        </Text>
      ) : (
        <Text span size="xs" c="dimmed" lh={1.35}>
          {formatAgo(expired_time, i18n.language)}
        </Text>
      )}
    </Stack>
  );
}
