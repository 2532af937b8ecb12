import { keyReferenceScheme } from '../../contract/key-reference.js';
import { allKeys } from '../keys/channel-keys.js';

/** A line of a channel's key that is a reference. */
export interface ReferenceLine {
  /** Line number within the channel's key, from 0. */
  readonly index: number;
  readonly reference: string;
}

/** The lines of a stored or entered key that are references. */
export function referenceLines(key: string): ReferenceLine[] {
  return allKeys(key).flatMap(({ index, key: reference }) =>
    keyReferenceScheme(reference) === undefined ? [] : [{ index, reference }],
  );
}
