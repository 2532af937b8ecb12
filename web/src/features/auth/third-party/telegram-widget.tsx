import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../lib/api/use-status';
import classes from './telegram-widget.module.css';

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22';

interface TelegramWidgetProps {
  /** Where the widget redirects with its signed query: `/oauth/telegram`, with a state for account binding. */
  returnTo: string;
}

/**
 * Telegram's login widget (https://core.telegram.org/widgets/login). Uses its redirect mode, because its callback mode
 * needs `eval`, which the Content Security Policy forbids.
 */
export function TelegramWidget({ returnTo }: TelegramWidgetProps) {
  const { t } = useTranslation();
  const { telegram_bot_name: bot } = useStatus();
  const box = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const place = box.current;
    if (!place || !bot) return undefined;
    const script = document.createElement('script');
    script.async = true;
    script.dataset['telegramLogin'] = bot;
    script.dataset['size'] = 'large';
    script.dataset['radius'] = '8';
    script.dataset['authUrl'] = new URL(returnTo, location.origin).href;
    script.onerror = () => setFailed(true);
    // The widget inserts its iframe before the script element that loaded it, so each instance needs its own.
    script.src = SCRIPT;
    place.append(script);
    return () => place.replaceChildren();
  }, [bot, returnTo, attempt]);

  function retry() {
    setFailed(false);
    setAttempt((count) => count + 1);
  }

  return (
    <>
      {failed && (
        <Group justify="center" gap="xs" role="alert">
          <Text size="sm" c="dimmed">
            {t('authPages.third.telegramFailed')}
          </Text>
          <Button variant="default" size="xs" onClick={retry}>
            {t('common.retry')}
          </Button>
        </Group>
      )}
      <div
        ref={box}
        className={classes.box}
        role="group"
        aria-label={t('authPages.third.telegram')}
        hidden={failed}
      />
    </>
  );
}
