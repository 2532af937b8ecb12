import { useEffect, useRef, useState } from 'react';
import { messageOf } from './use-action';

/** Calls at the same time: quick, and no burst that a server would refuse. */
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
  /** Nobody tried these: it was stopped before. */
  left: T[];
}

interface BatchOptions {
  atOnce?: number;
  /** The first refusal ends it. */
  stopAtFailure?: boolean;
}

export interface Batch<T> {
  /** Undefined before the first start. */
  state: BatchState<T> | undefined;
  /** Resolves when everything was tried, or it was stopped. */
  start: (items: readonly T[]) => Promise<BatchState<T>>;
  /** Tries again what failed, and what was left. */
  retry: () => Promise<BatchState<T> | undefined>;
  stop: () => void;
  reset: () => void;
}

/** The same call for many things, a few at a time; one refusal does not stop the others unless said. */
export function useBatch<T>(perform: (item: T) => Promise<unknown>, options: BatchOptions = {}): Batch<T> {
  const { atOnce = AT_ONCE, stopAtFailure = false } = options;
  const [state, setState] = useState<BatchState<T>>();
  const stopped = useRef(false);

  // Who leaves the page ends it.
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
          await perform(item);
          done.push(item);
        } catch (problem) {
          failed.push({ item, message: messageOf(problem) });
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
