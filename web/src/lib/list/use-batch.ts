import { useEffect, useRef, useState } from 'react';
import { afterPauses, isLimit } from '../api/api';
import { messageOf } from '../interaction/use-action';

/** Concurrent calls: fast, without a burst that a server would reject. */
const AT_ONCE = 4;

export interface BatchFailure<T> {
  item: T;
  message: string;
}

export interface BatchState<T> {
  running: boolean;
  total: number;
  done: T[];
  failed: BatchFailure<T>[];
  /** Not tried yet, or never because the batch was stopped. */
  left: T[];
}

interface BatchOptions {
  atOnce?: number;
  /** Stop at the first failure. */
  stopAtFailure?: boolean;
}

export interface Batch<T> {
  /** Undefined before the first start. */
  state: BatchState<T> | undefined;
  /** Resolves when every item was tried or the batch was stopped. */
  start: (items: readonly T[]) => Promise<BatchState<T>>;
  /** Tries the failed and the remaining items again. */
  retry: () => Promise<BatchState<T> | undefined>;
  stop: () => void;
  reset: () => void;
}

/**
 * Performs the same call for many items, a few at a time. A failure does not stop the others unless `stopAtFailure` is
 * set.
 */
export function useBatch<T>(perform: (item: T) => Promise<unknown>, options: BatchOptions = {}): Batch<T> {
  const { atOnce = AT_ONCE, stopAtFailure = false } = options;
  const [state, setState] = useState<BatchState<T>>();
  const stopped = useRef(false);

  // Leaving the page stops the batch.
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function run(items: readonly T[], before: readonly T[]): Promise<BatchState<T>> {
    stopped.current = false;
    const done = [...before];
    const failed: BatchFailure<T>[] = [];
    const left = [...items];
    const show = (running: boolean) => {
      const now = {
        running,
        total: before.length + items.length,
        done: [...done],
        failed: [...failed],
        left: [...left],
      };
      setState(now);
      return now;
    };
    const lane = async () => {
      while (left.length > 0 && !stopped.current) {
        const [item] = left.splice(0, 1) as [T];
        try {
          await afterPauses(
            () => perform(item),
            () => stopped.current,
          );
          done.push(item);
        } catch (problem) {
          // Stopped while it waited for the limit: not tried.
          if (isLimit(problem)) left.unshift(item);
          else failed.push({ item, message: messageOf(problem) });
          if (stopAtFailure) stopped.current = true;
        }
        show(true);
      }
    };
    show(true);
    await Promise.all(Array.from({ length: atOnce }, lane));
    return show(false);
  }

  return {
    state,
    start: (items) => run(items, []),
    retry: async () => state && run([...state.failed.map(({ item }) => item), ...state.left], state.done),
    stop: () => {
      stopped.current = true;
    },
    reset: () => setState(undefined),
  };
}
