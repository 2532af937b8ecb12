import { NEVER_EXPIRES, TokenStatus } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatTime, nowSeconds } from '../../lib/format/format';
import { hint } from '../../ui/feedback/hint';
import { Ago } from '../../ui/text/ago';

const DAY = 86_400;
/** Remaining seconds below which an expiry is highlighted. */
const SOON = 7 * DAY;

type Used = Pick<TokenResponse, 'created_time' | 'accessed_time' | 'used_quota' | 'last_use' | 'refused_use'>;

/** Creation time and last uses of a token. */
export function TokenCreated({ token }: { token: Used }) {
  return (
    <Stack gap={0}>
      <Text span fz={13} lh={1.35}>
        {formatTime(token.created_time)}
      </Text>
      <Text span size="xs" c="dimmed" lh={1.35}>
        <LastUse token={token} />
      </Text>
      {token.last_use && (
        <Text
          span
          size="xs"
          c="dimmed"
          lh={1.35}
          style={{ overflowWrap: 'anywhere' }}
          {...hint(token.last_use.user_agent || undefined, { touch: true })}
        >
          {token.last_use.address}
        </Text>
      )}
      <RefusedUse token={token} />
    </Stack>
  );
}

/** When a token was used last; for tokens of which no use is noted yet, when they were charged. */
export function LastUse({
  token: { created_time, accessed_time, used_quota, last_use },
}: {
  token: Omit<Used, 'refused_use'>;
}) {
  const { t } = useTranslation();
  if (!last_use && accessed_time <= created_time && used_quota <= 0) return t('token.neverUsed');
  return (
    <>
      {t('token.lastUsed')} <Ago at={Math.max(accessed_time, last_use?.at ?? 0)} />
    </>
  );
}

/** The last refused use, if it is newer than the last one that was accepted. */
function RefusedUse({ token: { last_use, refused_use: refused } }: { token: Used }) {
  const { t } = useTranslation();
  if (!refused || refused.at <= (last_use?.at ?? 0)) return null;
  return (
    <Text
      span
      size="xs"
      lh={1.35}
      c="var(--mantine-color-red-light-color)"
      {...hint(
        [refused.code, refused.address, refused.user_agent].filter((part) => part !== '').join(' · '),
        {
          touch: true,
        },
      )}
    >
      {t('token.lastRefused')} <Ago at={refused.at} />
    </Text>
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
