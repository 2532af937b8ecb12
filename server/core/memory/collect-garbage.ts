import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  readonly type: 'minor' | 'major';
  /** Returns as much memory as possible to the operating system. */
  readonly flavor?: 'last-resort';
}

let collect: ((options: object) => void) | undefined;

/** Runs a garbage collection now. */
export function collectGarbage(collection: Collection): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as (options: object) => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ execution: 'sync', ...collection });
}
