import { Button, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { useLeaveWarning } from '../../../lib/interaction/unsaved-input';
import { Modal } from '../../../ui/dialog/modal';

type Report = (id: string, count: number) => void;

const Unsaved = createContext<Report>(() => undefined);

/** The query parameter that determines which price editor is mounted. */
const PLACE = 'view';

/** Reports the number of unsaved changes of a form to the page. */
export function useUnsaved(id: string, count: number): void {
  const report = useContext(Unsaved);
  useEffect(() => {
    report(id, count);
    return () => report(id, 0);
  }, [report, id, count]);
}

/** Asks for confirmation before leaving with unsaved changes. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const report = useCallback<Report>(
    (id, count) => setCounts((current) => (current[id] === count ? current : { ...current, [id]: count })),
    [],
  );
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      total > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        placeOf(currentLocation.search) !== placeOf(nextLocation.search)),
  );

  useLeaveWarning(total > 0);

  return (
    <Unsaved value={report}>
      {children}
      <Modal
        opened={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={t('settings.form.leaveTitle')}
      >
        <Text size="sm">{t('settings.form.leaveText', { count: total })}</Text>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" color="red.8" onClick={() => blocker.proceed?.()}>
            {t('settings.form.leave')}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {t('settings.form.stay')}
          </Button>
        </Group>
      </Modal>
    </Unsaved>
  );
}

function placeOf(search: string): string {
  return new URLSearchParams(search).get(PLACE) ?? '';
}
