import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAdmin, useSession } from '../../lib/api/session';
import { useSelf } from '../../lib/api/use-self';
import { useStatus } from '../../lib/api/use-status';

/** Tells users without balance how to get some, before their first request is refused. */
export function NoBalance() {
  const { t } = useTranslation();
  const { self } = useSelf();
  const admin = isAdmin(useSession());
  const { enable_online_topup: topUp } = useStatus();
  if (!self || self.quota > 0) return null;
  const page = admin ? '/user' : '/topup';
  return (
    <Alert color="yellow" py={8} my="sm" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      <Text size="sm">
        {t('firstCall.noBalance')}{' '}
        {t(admin ? 'firstCall.addQuota' : topUp ? 'firstCall.redeemOrTopUp' : 'firstCall.redeem')}{' '}
        <Anchor component={Link} to={page} size="sm" underline="always">
          {t(admin ? 'nav.users' : 'nav.wallet')}
        </Anchor>
      </Text>
    </Alert>
  );
}
