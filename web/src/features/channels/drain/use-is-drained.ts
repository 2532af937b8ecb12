import type { ChannelResponse } from '#contract/resources/channels/channel';
import { useEffect, useReducer } from 'react';
import { nowSeconds } from '../../../lib/format/format';

type Drainable = Pick<ChannelResponse, 'drained_until'>;

/** Whether a channel gets no new requests now. */
export function isDrained({ drained_until: until }: Drainable): boolean {
  return until > nowSeconds();
}

/** Like `isDrained`; renders again when it ends. */
export function useIsDrained(channel: Drainable): boolean {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const { drained_until: until } = channel;
  useEffect(() => {
    const left = until - nowSeconds();
    if (left <= 0) return;
    // One second more, because seconds are rounded down.
    const timer = setTimeout(again, (left + 1) * 1000);
    return () => clearTimeout(timer);
  }, [until]);
  return isDrained(channel);
}
