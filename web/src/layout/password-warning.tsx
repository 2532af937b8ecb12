import { Anchor, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ROLE_ROOT } from '../lib/session';
import { useSelf } from '../lib/use-self';
import classes from './password-warning.module.css';

/** Stays until the super admin has replaced the initial password. */
export function PasswordWarning() {
  const { t } = useTranslation();
  const { self } = useSelf();
  if (!self?.default_password || self.role < ROLE_ROOT) return null;
  return (
    <div role="alert" className={classes.banner}>
      <IconShieldExclamation size={18} stroke={1.75} aria-hidden />
      <Text size="sm">
        {t('shell.defaultPassword')}{' '}
        <Anchor component={Link} to="/personal#password" className={classes.link}>
          {t('shell.changeNow')}
        </Anchor>
      </Text>
    </div>
  );
}
