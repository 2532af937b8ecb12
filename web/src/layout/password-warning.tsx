import { Role } from '#contract/enums';
import { Anchor, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { session, useSession } from '../lib/api/session';
import { useSelf } from '../lib/api/use-self';
import classes from './password-warning.module.css';

/**
 * Shown until the super administrator has replaced the initial password. Usually known since sign-in; if it becomes
 * known later, the banner overlays the page instead of pushing it down.
 */
export function PasswordWarning() {
  const { t } = useTranslation();
  const user = useSession();
  const { self } = useSelf();
  const isDefaultInSession = user?.default_password === true;
  const needed = self ? self.default_password === true : isDefaultInSession;
  useEffect(() => {
    if (user && isDefaultInSession && !needed) session.signIn({ ...user, default_password: undefined });
  }, [user, isDefaultInSession, needed]);
  if (!needed || !user || user.role < Role.root) return null;
  return (
    <div role="alert" className={classes.banner} data-late={!isDefaultInSession || undefined}>
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
