import { Badge, Button, Divider, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, writeText } from '../../lib/browser/storage';
import { useStatus } from '../../lib/api/use-status';
import { ProviderIcon } from './third-party/provider-icon';
import { type Provider, PROVIDER_NAMES, providersOf } from './third-party/providers';
import type { HumanCheck } from './third-party/use-human-check';
import { useRedirect } from './third-party/use-redirect';
import classes from './third-party-block.module.css';

const WechatLogin = lazy(async () => ({ default: (await import('./wechat-login')).WechatLogin }));
const TelegramWidget = lazy(async () => ({
  default: (await import('./third-party/telegram-widget')).TelegramWidget,
}));

const LAST = 'last-provider';

/** Buttons for every third-party sign-in that the operator enabled. */
export function ThirdPartyBlock({ human }: { human: HumanCheck }) {
  const { t } = useTranslation();
  const redirect = useRedirect();
  const [last] = useState(() => readText(LAST));
  const [wechat, setWechat] = useState(false);
  const providers = providersOf(useStatus());
  const buttons = providers.filter((provider) => provider !== 'telegram');
  if (providers.length === 0) return null;

  function begin(provider: Exclude<Provider, 'telegram'>) {
    writeText(LAST, provider);
    if (provider === 'wechat') setWechat(true);
    else void redirect.begin(provider);
  }

  return (
    <Stack gap="md" mt="lg">
      <Divider label={t('authPages.third.divider')} />
      {buttons.length > 0 && (
        <div className={classes.providers}>
          {buttons.map((provider) => {
            const name = provider === 'wechat' ? t('authPages.third.wechat') : PROVIDER_NAMES[provider];
            return (
              <div key={provider} className={classes.provider}>
                <Button
                  variant="default"
                  size="md"
                  fullWidth
                  leftSection={<ProviderIcon provider={provider} />}
                  aria-label={t('authPages.third.with', { name })}
                  loading={redirect.pending === provider}
                  disabled={redirect.pending !== undefined}
                  onClick={() => begin(provider)}
                >
                  {name}
                </Button>
                {last === provider && buttons.length > 1 && (
                  <Badge size="xs" className={classes.last}>
                    {t('authPages.third.lastUsed')}
                  </Badge>
                )}
              </div>
            );
          })}
        </div>
      )}
      {providers.includes('telegram') && (
        <div className={classes.telegram}>
          <Suspense fallback={null}>
            <TelegramWidget returnTo="/oauth/telegram" />
          </Suspense>
        </div>
      )}
      {/* A boundary of its own: the widget would be hidden, and the page move, while the dialog is loaded. */}
      <Suspense fallback={null}>
        {wechat && <WechatLogin human={human} onClose={() => setWechat(false)} />}
      </Suspense>
    </Stack>
  );
}
