import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state';

/** A page that threw, or whose code could not be loaded. */
export function Crash() {
  const { t } = useTranslation();
  const problem = useRouteError();
  useEffect(() => console.error(problem), [problem]);
  return (
    <div>
      <EmptyState
        icon={<IconAlertTriangle size={22} stroke={1.5} />}
        title={t('shell.crashed')}
        hint={t('shell.crashedHint')}
        action={
          <Button variant="default" onClick={() => location.reload()}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  );
}
