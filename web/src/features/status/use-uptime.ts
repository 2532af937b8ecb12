import type { UptimeResponse } from '#contract/resources/uptime';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

/** The server reads its statistics once a minute. */
const REFRESH_MS = 60_000;

export function useUptime() {
  return useSWR<UptimeResponse, Error>('/api/status/uptime', (path: string) => get(path), {
    refreshInterval: REFRESH_MS,
  });
}
