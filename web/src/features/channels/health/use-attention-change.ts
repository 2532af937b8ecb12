import { useEffect, useEffectEvent, useRef } from 'react';
import { useChannelHealth } from './channel-health';

/** Reloads the list when other channels need attention than before, or for other reasons: their rows have changed too. */
export function useAttentionChange(refresh: () => Promise<void>): void {
  const { troubled, isLoaded } = useChannelHealth();
  const now = isLoaded
    ? troubled.map(({ id, attention }) => `${id} ${attention.join(' ')}`).join()
    : undefined;
  const before = useRef<string>(undefined);
  const reload = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) reload();
    before.current = now;
  }, [now]);
}
