import { Anchor, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ROLE_ROOT, useSession } from '../lib/session';
import { readText, writeText } from '../lib/storage';
import { useSelf } from '../lib/use-self';
import classes from './password-warning.module.css';

const KEY = 'default-password';

/** Stays until the super admin has replaced the initial password. What was so last time is shown at once. */
export function PasswordWarning() {
  const { t } = useTranslation();
  const user = useSession();
  const { self } = useSelf();
  const needed = self ? self.default_password === true : readText(KEY) === 'true';
  useEffect(() => {
    if (self) writeText(KEY, needed ? 'true' : undefined);
  }, [self, needed]);
  if (!needed || !user || user.role < ROLE_ROOT) return null;
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
