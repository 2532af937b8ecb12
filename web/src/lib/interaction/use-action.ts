import i18next from 'i18next';
import { useState } from 'react';
import { Cancelled } from '../api/confirmation';
import { toast } from './toast';

export interface Action<A extends unknown[]> {
  /** Resolves to whether it succeeded; an error has been shown by then. */
  run: (...args: A) => Promise<boolean>;
  pending: boolean;
}

/** The action's function; see `useSteady` for passing it to rows. */
export type Run<A extends unknown[]> = Action<A>['run'];

/** A write with pending state, success toast and error toast. `done` is the success message or a callback. */
export function useAction<A extends unknown[], R>(
  perform: (...args: A) => Promise<R>,
  done?: string | ((result: R, ...args: A) => void | Promise<void>),
): Action<A> {
  const [running, setRunning] = useState(0);

  async function run(...args: A): Promise<boolean> {
    setRunning((count) => count + 1);
    try {
      const result = await perform(...args);
      if (typeof done === 'string') toast.success(done);
      else await done?.(result, ...args);
      return true;
    } catch (problem) {
      toast.error(messageOf(problem));
      return false;
    } finally {
      setRunning((count) => count - 1);
    }
  }

  return { run, pending: running > 0 };
}

/** '' if the user cancelled, which needs no message. */
export function messageOf(problem: unknown): string {
  if (problem instanceof Cancelled) return '';
  return problem instanceof Error && problem.message ? problem.message : i18next.t('common.requestFailed');
}

/** The first validation error, or a generic message. */
export function firstError(errors: Record<string, unknown>): string {
  const texts = Object.values(errors).filter((error) => typeof error === 'string');
  return texts[0] ?? i18next.t('common.checkInput');
}
