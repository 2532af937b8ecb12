import type { OptionListExtras, OptionListResponse } from '#contract/resources/option';
import i18next from 'i18next';
import useSWR, { useSWRConfig } from 'swr';
import { afterPauses, ApiError, call } from '../../lib/api/api';
import { parseObject } from '../../lib/format/json';
import { errorText } from '../../text/error-text';
import { writeText } from '../../lib/browser/storage';
import { messageOf } from '../../lib/interaction/use-action';
import { noteChange } from './change-history';
import type { OptionValues } from './form/fields';
import { type SaveDecision, useConfirmSave } from './save-confirmation';

const PATH = '/api/option/';
const NOTHING: Stored = { values: {}, secrets: [] };

interface Stored {
  values: OptionValues;
  /** Secrets that have a value. */
  secrets: readonly string[];
}

/** The result of saving one option. */
export interface Outcome {
  key: string;
  /** The error; absent if it was saved. */
  problem?: unknown;
}

/** All readable options by key, and which secrets are stored. */
export function useOptions() {
  const { data, error, isLoading, mutate } = useSWR<Stored, unknown>(PATH, fetchOptions, {
    revalidateOnFocus: false,
  });
  return {
    ...(data ?? NOTHING),
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    reload: async () => (await mutate())?.values,
  };
}

/**
 * Saves each changed option with one request, then reloads everything that depends on options. Values that someone else
 * has changed meanwhile are not overwritten. Refusals that the user can confirm open a dialog.
 */
export function useSaveOptions() {
  const { mutate } = useSWRConfig();
  const { values } = useOptions();
  const confirmSave = useConfirmSave();

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
    const put = (key: string, terms?: SaveTerms) =>
      putOption(key, changes[key] ?? '', { before: shown[key] ?? values[key], ...terms });
    // A model moves from one table to another: it is added before it is removed, or it would have no price in between.
    const [adding, others] = partition(Object.keys(changes), (key) =>
      addsNames(shown[key] ?? values[key], changes[key]),
    );
    const outcomes: Outcome[] = [];
    for (const keys of [adding, others]) outcomes.push(...(await Promise.all(keys.map((key) => put(key)))));
    for (const [index, { key, problem }] of outcomes.entries()) {
      // Another option of the same change may have given the models their new price after this one was refused.
      if (outcomes.length > 1 && hasCode(problem, 'models_lose_price')) outcomes[index] = await put(key);
      outcomes[index] = await confirmed(outcomes[index]!, changes[key] ?? '', put);
    }
    for (const { key, problem } of outcomes) {
      // Previous values of secrets are unknown.
      const [before, after] = [values[key], changes[key]];
      if (problem === undefined && before !== undefined && after !== undefined)
        noteChange(key, before, after);
    }
    await refresh();
    return outcomes;
  }

  /** Lets the user decide about a refused change, and saves it accordingly. */
  async function confirmed(
    outcome: Outcome,
    value: string,
    put: (key: string, terms?: SaveTerms) => Promise<Outcome>,
  ): Promise<Outcome> {
    for (;;) {
      const { key, problem } = outcome;
      if (!isRefusal(problem)) return outcome;
      const decision = await confirmSave(problem, key === 'GroupRatio' ? namesIn(value) : []);
      if (decision === undefined) return outcome;
      outcome = await saveAs(decision, key, problem, put);
    }
  }

  async function resetModelRatio(): Promise<void> {
    const reset = (body: object) => call<null>('POST', '/api/option/rest_model_ratio', { body });
    try {
      await reset({});
    } catch (problem) {
      if (!isRefusal(problem) || !(await confirmSave(problem, []))) throw problem;
      await reset({ confirmed: true });
    }
    await refresh();
  }

  return { save, resetModelRatio };
}

interface SaveTerms {
  /** The value that was displayed. */
  before?: string | undefined;
  confirmed?: boolean;
}

async function saveAs(
  decision: NonNullable<SaveDecision>,
  key: string,
  problem: ApiError,
  put: (key: string, terms?: SaveTerms) => Promise<Outcome>,
): Promise<Outcome> {
  if ('confirmed' in decision) return put(key, decision);
  try {
    await call('POST', '/api/group/move', {
      body: { from: String(problem.params?.group), to: decision.moveTo },
    });
  } catch (failure) {
    return { key, problem: failure };
  }
  return put(key);
}

function hasCode(problem: unknown, code: string): boolean {
  return problem instanceof ApiError && problem.code === code;
}

/** Whether a table has names that it did not have before. */
function addsNames(before = '', after = ''): boolean {
  const names = new Set(namesIn(before));
  return namesIn(after).some((name) => !names.has(name));
}

function partition<T>(items: readonly T[], matches: (item: T) => boolean): [T[], T[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}

function namesIn(table: string): string[] {
  return Object.keys(parseObject(table) ?? {});
}

async function putOption(key: string, value: string, { before, confirmed }: SaveTerms): Promise<Outcome> {
  const body = { key, value, value_before: before, ...(confirmed && { confirmed }) };
  try {
    await afterPauses(() => call<null>('PUT', PATH, { body }));
    return { key };
  } catch (problem) {
    return { key, problem };
  }
}

async function fetchOptions(path: string): Promise<Stored> {
  const { data, stored_secrets } = await call<OptionListResponse, OptionListExtras>('GET', path);
  return {
    values: Object.fromEntries(data.map(({ key, value }) => [key, value])),
    secrets: stored_secrets,
  };
}

/** True if the server rejected the request (status below 500); false if the connection or the server failed. */
export function isRefusal(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && problem.status > 0 && problem.status < 500;
}

/**
 * The message about changes that were not all saved.
 * @param failed the message if none was saved and the connection or the server failed
 */
export function problemText(outcomes: readonly Outcome[], failed: string): string | undefined {
  const refused = outcomes.filter(({ problem }) => problem !== undefined);
  const problem = refused[0]?.problem;
  if (problem === undefined) return undefined;
  if (refused.length === outcomes.length) return isRefusal(problem) ? messageOf(problem) : failed;
  return isRefusal(problem)
    ? i18next.t('settings.form.savedPartlyBecause', { reason: errorText(problem) })
    : i18next.t('settings.form.savedPartly');
}

/** True if the request was rejected for missing permissions. */
export function lacksRights(problem: unknown): boolean {
  return isRefusal(problem) && problem.code === 'role_too_low';
}
