import { lazy, Suspense } from 'react';
import { loadTexts } from '../../text';
import { NoBalance } from './no-balance';
import { useOnboarding } from './use-onboarding';

const FirstCallPanel = lazy(async () => {
  const [{ FirstCallPanel: Panel }] = await Promise.all([
    import('./first-call-panel'),
    loadTexts(['channels', 'channels/form', 'first-call', 'logs', 'problems', 'tokens']),
  ]);
  return { default: Panel };
});

interface FirstCallProps {
  /** Called after a channel or a token was created. */
  onChange?: () => Promise<void>;
}

/**
 * What is left to do until a request is answered. Once one was, or after the user has closed it, only that the balance is used
 * up.
 */
export function FirstCall({ onChange }: FirstCallProps) {
  const { facts, isSettled, refresh, close } = useOnboarding();
  if (!isSettled) return null;
  if (!facts) return <NoBalance />;
  return (
    <Suspense fallback={null}>
      <FirstCallPanel
        facts={facts}
        onChange={async () => void (await Promise.all([refresh(), onChange?.()]))}
        onClose={close}
      />
    </Suspense>
  );
}
