import type { KeyReferences } from '../key-references/key-references.service.js';
import { referenceLines } from '../key-references/reference-lines.js';
import type { RoutableChannel } from '../channel-registry.js';
import { allKeys, disabledKeys, liveKeys } from './channel-keys.js';

/** What a channel's stored key is to the relay: values in place of references. */
export function routableKeys(
  key: string,
  { multiKey, otherInfo }: { readonly multiKey: boolean; readonly otherInfo: string },
  references: Pick<KeyReferences, 'resolved'>,
): Pick<RoutableChannel, 'keys' | 'disabledKeys' | 'credentials' | 'keyReferences'> {
  const keyReferences = referenceLines(key);
  const values = references.resolved(allKeys(key)).map((one) => one.key);
  return {
    keys: references.resolved(liveKeys(key, multiKey, otherInfo)),
    disabledKeys: references.resolved(disabledKeys(key, multiKey, otherInfo)),
    credentials: [...new Set([...(keyReferences.length > 0 ? [] : [key]), ...values])],
    keyReferences,
  };
}
