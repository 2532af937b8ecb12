import i18next from 'i18next';
import useSWR from 'swr';
import { get } from '../../../lib/api/api';

const NO_NAMES: string[] = [];

/** Names of all models of enabled channels, sorted. */
export function useEnabledModels() {
  const { data, error, isLoading, mutate } = useSWR<string[], unknown>(
    '/api/channel/models_enabled',
    fetchNames,
  );
  return {
    names: data ?? NO_NAMES,
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    refresh: async () => {
      await mutate();
    },
  };
}

async function fetchNames(path: string): Promise<string[]> {
  try {
    return (await get<string[]>(path)).toSorted();
  } catch (problem) {
    throw new Error(i18next.t('settings.ratio.unset.failed'), { cause: problem });
  }
}
