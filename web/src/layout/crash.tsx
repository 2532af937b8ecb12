import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { serverReached } from '../lib/browser/online';
import { EmptyState } from '../ui/feedback/empty-state';

/** Shown when a page throws or its code cannot be loaded; reloads once the server can be reached again. */
export function Crash() {
  const { t } = useTranslation();
  const problem = useRouteError();
  useEffect(() => console.error(problem), [problem]);
  const { online } = useNetwork();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!online) wasOffline.current = true;
    if (!online || !wasOffline.current) return;
    const left = new AbortController();
    // A reload that fails would leave the browser's own error page.
    serverReached(left.signal).then(
      () => location.reload(),
      () => undefined,
    );
    return () => left.abort();
  }, [online]);
  return (
    <div>
      <EmptyState
        icon={<IconAlertTriangle size={22} stroke={1.5} />}
        title={t('shell.crashed')}
        hint={t('shell.crashedHint')}
        action={
          <Button variant="default" disabled={!online} onClick={() => location.reload()}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  );
}
