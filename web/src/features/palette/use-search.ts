import type { SearchResponse } from '#contract/resources/search';
import { useDebouncedValue } from '@mantine/hooks';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { messageOf } from '../../lib/interaction/use-action';
import { findUserTokens } from '../user-tokens/use-user-tokens';

const PAUSE_MS = 200;
const ONCE = { revalidateOnFocus: false };

export interface Search {
  found: SearchResponse | undefined;
  /** Whether an answer is still to come. */
  isBusy: boolean;
  /** Why there is no answer. */
  problem: string | undefined;
}

/** All kinds of records with this text, requested after a pause in typing. @param text '' searches nothing */
export function useSearch(text: string): Search {
  const [paused] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isLoading } = useSWR<SearchResponse, unknown>(
    paused ? withQuery('/api/search', { q: paused }) : null,
    (path: string) => get<SearchResponse>(path),
    ONCE,
  );
  // Records of an earlier text would be chosen in place of those that were typed.
  const isCurrent = paused === text;
  return {
    found: isCurrent ? data : undefined,
    isBusy: text !== '' && (!isCurrent || isLoading),
    problem: isCurrent && error !== undefined ? messageOf(error) : undefined,
  };
}

/** The tokens with this key, for administrators. The key is sent in a body, which no log has. */
export function useTokensOfKey(key: string | undefined) {
  const { data, error, isLoading } = useSWR(
    key === undefined ? null : ['/api/user-tokens/find', key],
    ([, text]: [string, string]) => findUserTokens(text),
    ONCE,
  );
  const problem = error === undefined ? undefined : messageOf(error);
  return { tokens: data ?? [], isBusy: isLoading, problem };
}
