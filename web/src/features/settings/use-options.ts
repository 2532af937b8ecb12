import type { OptionListResponse } from '#contract/resources/option';
import useSWR, { useSWRConfig } from 'swr';
import { afterPauses, ApiError, call, get } from '../../lib/api';
import { writeText } from '../../lib/storage';
import { noteChange } from './change-history';
import type { OptionValues } from './form/fields';

const PATH = '/api/option/';
const NO_VALUES: OptionValues = {};

/** The result of saving one option. */
export interface Outcome {
  key: string;
  /** The error; absent if it was saved. */
  problem?: unknown;
}

/** All readable options by key. */
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

/**
 * Saves each changed option with one request, then reloads everything that depends on options. Values that someone else
 * has changed meanwhile are not overwritten.
 */
export function useSaveOptions() {
  const { mutate } = useSWRConfig();
  const { values } = useOptions();

  async function refresh() {
    // The home and about pages show these cached contents before the server responds; they may be outdated now.
    writeText('home_page_content', undefined);
    writeText('about', undefined);
    await Promise.all([mutate(PATH), mutate('/api/status')]);
  }

  /** @param shown the values on which the changes are based, if they were loaded before the current ones */
  async function save(
    changes: Readonly<Record<string, string>>,
    shown: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Outcome[]> {
    const outcomes = await Promise.all(
      Object.entries(changes).map(([key, value]) => put(key, value, shown[key] ?? values[key])),
    );
    for (const { key, problem } of outcomes) {
      // Previous values of secrets are unknown.
      const [before, after] = [values[key], changes[key]];
      if (problem === undefined && before !== undefined && after !== undefined)
        noteChange(key, before, after);
    }
    await refresh();
    return outcomes;
  }

  async function resetModelRatio(): Promise<void> {
    await call<null>('POST', '/api/option/rest_model_ratio');
    await refresh();
  }

  return { save, resetModelRatio };
}

async function put(key: string, value: string, before: string | undefined): Promise<Outcome> {
  try {
    await afterPauses(() => call<null>('PUT', PATH, { body: { key, value, value_before: before } }));
    return { key };
  } catch (problem) {
    return { key, problem };
  }
}

async function fetchOptions(path: string): Promise<OptionValues> {
  const list = await get<OptionListResponse>(path);
  return Object.fromEntries(list.map(({ key, value }) => [key, value]));
}

/** True if the server rejected the request (status below 500); false if the connection or the server failed. */
export function isRefusal(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && problem.status > 0 && problem.status < 500;
}

/** True if the request was rejected for missing permissions. */
export function lacksRights(problem: unknown): boolean {
  return isRefusal(problem) && problem.code === 'role_too_low';
}
