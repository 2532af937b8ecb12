import { LogType } from '#contract/enums';
import type { LogPageResponse, LogResponse } from '#contract/resources/logs/log';
import type { TokenResponse } from '#contract/resources/token';
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';

/** Milliseconds between two looks at the log while the page is visible. */
const EVERY_MS = 2000;
/** After this time requests are looked for less often: the reader has turned to something else. */
const PATIENCE_MS = 120_000;
const LATER_MS = 10_000;
const ROWS = 5;

/**
 * Listens for the requests of a token in the log until one is answered.
 * @param since epoch seconds from which requests count
 * @returns the newest request that was answered, else the newest one; undefined while there is none
 */
export function useFirstRequest(token: TokenResponse, since: number) {
  const [isAnswered, setAnswered] = useState(false);
  const [startedAt] = useState(Date.now);
  const path = withQuery('/api/log/self/', {
    token_name: token.name,
    start_timestamp: since,
    error_type: LogType.error,
    page_size: ROWS,
  });
  const { data, mutate } = useSWR<LogPageResponse, unknown>(path, get<LogPageResponse>, {
    revalidateOnFocus: !isAnswered,
    // SWR looks at nothing while the page is hidden.
    refreshInterval: isAnswered ? 0 : () => (Date.now() - startedAt < PATIENCE_MS ? EVERY_MS : LATER_MS),
  });
  // Other tokens may have the same name.
  const rows = (data?.items ?? []).filter((row) => row.token_id === token.id && isRequest(row));
  const answered = rows.find(({ type }) => type === LogType.consumption);
  if (answered && !isAnswered) setAnswered(true);
  return { row: answered ?? rows[0], isAnswered, refresh: async () => void (await mutate()) };
}

function isRequest({ type }: LogResponse): boolean {
  return type === LogType.consumption || type === LogType.error;
}

/** Calls `act` once, when `condition` first holds. */
export function useOnce(condition: boolean, act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!condition || isDone.current) return;
    isDone.current = true;
    act();
  }, [condition, act]);
}
