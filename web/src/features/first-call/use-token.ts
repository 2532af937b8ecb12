import type { TokenResponse } from '#contract/resources/token';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

/** A token of the user with its key; undefined until it is loaded. @param id null = none */
export function useToken(id: number | null): TokenResponse | undefined {
  return useSWR(id === null ? null : `/api/token/${id}`, (path: string) => get<TokenResponse>(path), {
    revalidateOnFocus: false,
  }).data;
}
