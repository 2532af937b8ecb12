import useSWR, { useSWRConfig } from 'swr';
import { ApiError, call, get } from '../../lib/api';
import { writeText } from '../../lib/storage';
import { serverMessage } from '../../text/server-messages';
import { noteChange } from './change-history';
import type { OptionValues } from './form/fields';

const PATH = '/api/option/';
const NO_VALUES: OptionValues = {};

/** What became of one change. */
export interface Outcome {
  key: string;
  /** Why it was not saved. */
  problem?: unknown;
}

/** All options that may be shown, by key. */
export function useOptions() {
  const { data, error, isLoading, mutate } = useSWR<OptionValues, unknown>(PATH, fetchOptions, {
    revalidateOnFocus: false,
  });
  return {
    values: data ?? NO_VALUES,
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    reload: () => mutate(),
  };
}

/** One call per changed option; then everything that shows options reads them again. */
export function useSaveOptions() {
  const { mutate } = useSWRConfig();
  const { values } = useOptions();

  async function refresh() {
    // Shown before the server answers, on the home and about pages: old by now.
    writeText('home_page_content', undefined);
    writeText('about', undefined);
    await Promise.all([mutate(PATH), mutate('/api/status')]);
  }

  async function save(changes: Readonly<Record<string, string>>): Promise<Outcome[]> {
    const outcomes = await Promise.all(Object.entries(changes).map(([key, value]) => put(key, value)));
    for (const { key, problem } of outcomes) {
      // Secrets are never shown, so what they were is not known.
      const [before, after] = [values[key], changes[key]];
      if (problem === undefined && before !== undefined && after !== undefined)
        noteChange(key, before, after);
    }
    await refresh();
    return outcomes;
  }

  /** The server's own words on it. */
  async function resetModelRatio(): Promise<string> {
    const { message } = await call<null>('POST', '/api/option/rest_model_ratio');
    await refresh();
    return serverMessage(message);
  }

  return { save, resetModelRatio };
}

async function put(key: string, value: string): Promise<Outcome> {
  try {
    await call<null>('PUT', PATH, { body: { key, value } });
    return { key };
  } catch (problem) {
    return { key, problem };
  }
}

async function fetchOptions(path: string): Promise<OptionValues> {
  const list = await get<{ key: string; value: string }[]>(path);
  return Object.fromEntries(list.map(({ key, value }) => [key, value]));
}

/** The server answered and said no, in words for the person; nothing broke on the way. */
export function isRefusal(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && problem.status > 0 && problem.status < 500;
}

/** It said so because of who asked. */
export function lacksRights(problem: unknown): boolean {
  return isRefusal(problem) && problem.message.includes(serverMessage('无权进行此操作，权限不足'));
}
