import { createHash } from 'node:crypto';
import { trimmed } from './sources/column-values.js';
import { UnreadableSource, type Source } from './sources/source.js';

/** Characters of a fingerprint: enough to tell the installations of one operator apart. */
const LENGTH = 12;

/**
 * What identifies an installation however its database is read: the moment of its setup, and its first account. Another dump of it,
 * made later or by another program, has the same.
 * @throws UnreadableSource if it is no database of one-api or its relatives
 */
export async function fingerprint(source: Source): Promise<string> {
  const identity = source.translated?.identity;
  if (identity !== undefined) return hashOf(identity);
  for (const table of ['users', 'tokens', 'channels', 'options'])
    if (!source.tables.has(table))
      throw new UnreadableSource(
        `${source.label} has no table ${table}: it is no database of new-api, one-api or one of their forks`,
      );
  const [first] = await source.page('users', { key: 'id', after: undefined, limit: 1 });
  if (!first) throw new UnreadableSource(`${source.label} has no users`);
  const [setup] = source.tables.has('setups')
    ? await source.page('setups', { key: 'id', after: undefined, limit: 1 })
    : [];
  const parts = [
    setup ? trimmed(setup, 'initialized_at') : '',
    trimmed(first, 'id'),
    // Without the record of a setup, all first accounts are root: the hash of its password has a salt of its own.
    setup ? '' : `${trimmed(first, 'username')}\n${trimmed(first, 'password')}`,
  ];
  return hashOf(parts.join('\n'));
}

function hashOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, LENGTH);
}
