import type { SelfResponse } from '#contract/resources/accounts/user';
import { Button, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, withQuery } from '../../lib/api/api';
import { useAction } from '../../lib/interaction/use-action';
import { useStatus } from '../../lib/api/use-status';
import { PROVIDER_NAMES, type RedirectProvider } from '../auth/third-party/providers';
import { TelegramWidget } from '../auth/third-party/telegram-widget';
import { useRedirect } from '../auth/third-party/use-redirect';
import classes from './personal.module.css';

interface BindingsCardProps {
  self: SelfResponse;
  onEmail: () => void;
  onWechat: () => void;
}

/** The six sign-in methods that can be bound to the account. */
export function BindingsCard({ self, onEmail, onWechat }: BindingsCardProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const redirect = useRedirect();
  const sites = [
    { provider: 'github', bound: self.github_id, on: status.github_oauth },
    { provider: 'oidc', bound: self.oidc_id, on: status.oidc_enabled },
    { provider: 'linuxdo', bound: self.linux_do_id, on: status.linuxdo_oauth },
  ] satisfies { provider: RedirectProvider; bound: string; on: boolean }[];
  const bindOrChange = (bound: string) =>
    t(bound ? 'personalPage.bindings.rebind' : 'personalPage.bindings.bind');
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="bindings">
      <Title order={2} id="bindings">
        {t('personalPage.bindings.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('personalPage.bindings.hint')}
      </Text>
      <ul className={classes.rows}>
        <Binding name={t('personalPage.bindings.email')} value={self.email}>
          <BindButton
            name={t('personalPage.bindings.email')}
            text={t(self.email ? 'personalPage.bindings.rebind' : 'personalPage.bindings.bindEmail')}
            onClick={onEmail}
          />
        </Binding>
        <Binding
          name={t('personalPage.bindings.wechat')}
          value={self.wechat_id && t('personalPage.bindings.bound')}
        >
          <BindButton
            name={t('personalPage.bindings.wechat')}
            text={status.wechat_login ? bindOrChange(self.wechat_id) : t('personalPage.bindings.off')}
            disabled={!status.wechat_login}
            onClick={onWechat}
          />
        </Binding>
        {sites.map(({ provider, bound, on }) => (
          <Binding key={provider} name={PROVIDER_NAMES[provider]} value={bound}>
            <BindButton
              name={PROVIDER_NAMES[provider]}
              text={t(on ? 'personalPage.bindings.bind' : 'personalPage.bindings.off')}
              disabled={!on || bound !== ''}
              loading={redirect.pending === provider}
              onClick={() => void redirect.begin(provider)}
            />
          </Binding>
        ))}
        <Binding name={PROVIDER_NAMES.telegram} value={self.telegram_id}>
          <TelegramBinding bound={self.telegram_id !== ''} on={status.telegram_oauth} />
        </Binding>
      </ul>
    </Paper>
  );
}

/** Telegram's widget is shown after a click, because it contains a one-time state that expires after ten minutes. */
function TelegramBinding({ bound, on }: { bound: boolean; on: boolean }) {
  const { t } = useTranslation();
  const [state, setState] = useState<string>();
  const begin = useAction(() => get<string>('/api/oauth/state?provider=telegram'), setState);
  if (on && !bound && state !== undefined)
    return <TelegramWidget returnTo={withQuery('/oauth/telegram', { state })} />;
  const disabledText = t(on ? 'personalPage.bindings.bound' : 'personalPage.bindings.off');
  return (
    <BindButton
      name={PROVIDER_NAMES.telegram}
      text={on && !bound ? t('personalPage.bindings.bind') : disabledText}
      disabled={!on || bound}
      loading={begin.pending}
      onClick={() => void begin.run()}
    />
  );
}

function Binding({ name, value, children }: { name: string; value: string; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <li>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {value || t('personalPage.bindings.unbound')}
        </Text>
      </div>
      {children}
    </li>
  );
}

interface BindButtonProps {
  name: string;
  text: string;
  disabled?: boolean;
  loading?: boolean;
  onClick?: () => void;
}

function BindButton({ name, text, disabled, loading, onClick }: BindButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      aria-label={t('personalPage.bindings.of', { action: text, name })}
      disabled={disabled}
      loading={loading}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
