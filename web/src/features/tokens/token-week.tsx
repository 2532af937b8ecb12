import type { TokenResponse } from '#contract/resources/token';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nowSeconds } from '../../lib/format/format';
import { daysLeft, lastsText } from '../../lib/format/lasts';
import { hint } from '../../ui/feedback/hint';
import { Quota } from '../../ui/badge/quota';

type Spending = Pick<TokenResponse, 'unlimited_quota' | 'remain_quota' | 'week_quota' | 'created_time'>;

/** What a token was charged in the last 7 days, and how long its quota lasts at this rate. */
export function TokenWeek({ token }: { token: Spending }) {
  const { t } = useTranslation();
  const { unlimited_quota, remain_quota, week_quota, created_time } = token;
  const days = unlimited_quota
    ? undefined
    : daysLeft({ left: remain_quota, week: week_quota, created: created_time }, nowSeconds());
  return (
    <Stack gap={0} lh={1.35}>
      <Quota value={week_quota ?? 0} dimmed={!week_quota} />
      {days !== undefined && (
        <Text span size="xs" c="dimmed" lh={1.35} truncate {...hint(lastsText(days, t))}>
          {lastsText(days, t)}
        </Text>
      )}
    </Stack>
  );
}
