import { Anchor, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSelf } from '../lib/api/use-self';
import { formatTime } from '../lib/format/format';
import classes from './password-warning.module.css';
import { useScreen } from './use-screen';

/** Shown to accounts that are asked to set up a second factor, above all pages except the one where they do. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  const notice = useSelf().self?.second_factor_notice;
  const screen = useScreen();
  if (!notice || screen?.path === '/second-factor') return null;
  const text =
    notice.reason === 'required'
      ? t('shell.secondFactorDue', { day: formatTime(notice.due_at) })
      : t('shell.secondFactorImported');
  return (
    <div role="status" className={classes.banner} data-late>
      <IconShieldLock size={18} stroke={1.75} aria-hidden />
      <Text size="sm">
        {text}{' '}
        <Anchor component={Link} to="/second-factor" className={classes.link}>
          {t('shell.secondFactorSetUp')}
        </Anchor>
      </Text>
    </div>
  );
}
