import type { UptimeResponse } from '#contract/resources/uptime';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

/** The server reads its statistics once a minute. */
const REFRESH_MS = 60_000;

/** @param isPublic whether the operator shows the page; nothing is requested where not */
export function useUptime(isPublic: boolean) {
  return useSWR<UptimeResponse, Error>(isPublic && '/api/status/uptime', (path: string) => get(path), {
    refreshInterval: REFRESH_MS,
  });
}
