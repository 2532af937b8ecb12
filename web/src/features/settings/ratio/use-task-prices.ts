import type { PriceListExtras, PriceResponse } from '#contract/resources/price';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call } from '../../../lib/api/api';
import { parseObject } from '../../../lib/format/json';
import { toast } from '../../../lib/interaction/toast';
import { messageOf } from '../../../lib/interaction/use-action';
import { isRefusal, useOptions, useSaveOptions } from '../use-options';
import { applyChanges, type PriceChanges, type TaskRow } from './task-draft';

const NONE: TaskRow[] = [];

/** Models of enabled channels with tasks, and saving of their prices. */
export function useTaskPrices() {
  const { t } = useTranslation();
  const options = useOptions();
  const { save } = useSaveOptions();
  const { data, error, isLoading, mutate } = useSWR<TaskRow[], unknown>(
    ['/api/pricing', 'tasks'],
    fetchTasks,
    { revalidateOnFocus: false },
  );
  const { values } = options;
  const groups = useMemo(
    () =>
      Object.entries(parseObject(values.GroupRatio) ?? {}).flatMap(([name, ratio]) =>
        typeof ratio === 'number' ? [{ name, ratio }] : [],
      ),
    [values.GroupRatio],
  );

  return {
    rows: data ?? NONE,
    groups,
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    refresh: async () => {
      await mutate();
    },
    /**
     * Saves the changed entries of ModelPrice, on top of what other operators saved in the meantime.
     * @param changesIn the changes to the current entries
     * @returns whether they were saved; if not, a message was shown
     */
    async change(
      changesIn: (table: Readonly<Record<string, unknown>>) => PriceChanges,
      done: string,
    ): Promise<boolean> {
      const table = parseObject((await options.reload())?.ModelPrice) ?? {};
      const after = applyChanges(table, changesIn(table));
      const [outcome] = await save({ ModelPrice: JSON.stringify(after, null, 2) });
      await mutate();
      const problem = outcome?.problem;
      if (problem === undefined) toast.success(done);
      else toast.error(isRefusal(problem) ? messageOf(problem) : t('settings.form.saveFailed'));
      return problem === undefined;
    },
  };
}

export type TaskPrices = ReturnType<typeof useTaskPrices>;

async function fetchTasks([path]: readonly string[]): Promise<TaskRow[]> {
  const { data } = await call<PriceResponse[], PriceListExtras>('GET', path ?? '');
  return data.flatMap(({ task, ...row }, id) => (task ? [{ ...row, task, id, name: row.model_name }] : []));
}
