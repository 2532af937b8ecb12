import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatQuota } from '../../lib/format/format';
import { useSelf } from '../../lib/api/use-self';
import { useMoney } from '../../lib/api/use-status';
import classes from './header.module.css';

/** The user's balance, linked to the top-up page. */
export function BalanceChip() {
  const { t } = useTranslation();
  const money = useMoney();
  const { self } = useSelf();
  if (!self) return null;
  const balance = formatQuota(self.quota, money);
  return (
    <Link to="/topup" className={classes.balance} aria-label={`${t('nav.balance')}: ${balance}`}>
      <IconWallet size={16} stroke={1.75} aria-hidden />
      {balance}
    </Link>
  );
}
