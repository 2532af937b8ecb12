import { Paper, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../lib/api/use-status';
import classes from './landing.module.css';

/** Which sign-in methods and checks are enabled. */
export function SystemConfig() {
  const { t } = useTranslation();
  const status = useStatus();
  const switches: [label: string, on: boolean][] = [
    [t('home.emailCheck'), status.email_verification],
    [t('home.github'), status.github_oauth],
    [t('home.oidc'), status.oidc_enabled],
    [t('home.wechat'), status.wechat_login],
    [t('home.turnstile'), status.turnstile_check],
    [t('home.telegram'), status.telegram_oauth],
    [t('home.linuxdo'), status.linuxdo_oauth],
  ];
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('home.config')}>
      <Title order={3}>{t('home.config')}</Title>
      <dl className={classes.switches}>
        {switches.map(([label, on]) => (
          <div key={label} data-on={on || undefined}>
            <dt>
              {on ? (
                <IconCircleCheck size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconCircleDashed size={18} stroke={1.75} aria-hidden />
              )}
              {label}
            </dt>
            <dd>{t(on ? 'home.on' : 'home.off')}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
