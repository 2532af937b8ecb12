import { ChannelStatus, Role } from '../../contract/enums.js';
import type { Vault } from '../../core/crypto.js';
import { record } from '../../dialects/json/lenient.js';
import { otherNames } from '../rows/other-names.js';
import { integer, trimmed } from '../sources/column-values.js';
import { UnreadableSource, type Source, type SourceRow } from '../sources/source.js';
import { differing, pairs } from './compare-rows.js';
import { importedForm } from './imported-form.js';
import type { ExportedTable, OwnRow, OwnRowsRepository } from './own-rows.repository.js';
import type { Columns, SqlScript } from './sql-script.js';

export interface ExportSetting {
  readonly source: Source;
  readonly own: OwnRowsRepository;
  readonly script: SqlScript;
  readonly vault: Vault;
}

/** What became of the rows of a table. */
export interface ExportCount {
  readonly table: ExportedTable;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Users whose password the old gateway cannot check, since they signed in here. */
  readonly passwords: readonly string[];
  /** Tokens whose keys are not stored here: new ones are left out, others keep the key of the old database. */
  readonly keyless: readonly string[];
  /** Quota units of all users here. */
  readonly quota: bigint;
}

const BCRYPT = /^\$2[aby]\$/;

/**
 * Writes the statements by which a table of the old database has what is here. Rows that are only there stay.
 * @throws UnreadableSource if the old database has other rows with the ids of new ones
 */
export async function exportTable(setting: ExportSetting, table: ExportedTable): Promise<ExportCount> {
  const { source, own, script } = setting;
  const count = {
    added: 0,
    changed: 0,
    deleted: 0,
    quota: 0n,
    passwords: [] as string[],
    keyless: [] as string[],
  };
  // Ids of new users follow those of the old ones, whose names are all known then.
  const names = new Set<string>();
  const present = new Set<number>();
  for await (const pair of pairs(own.rows(table), source, table)) {
    if (pair.old) present.add(integer(pair.old, 'id'));
    if (pair.old && table === 'users') names.add(trimmed(pair.old, 'username'));
    if (!pair.own) continue;
    const { old } = pair;
    if (isKeyless(table, pair.own)) {
      count.keyless.push(String(pair.own.columns.name));
      if (!pair.own.isImported) continue;
    }
    if (old && !pair.own.isImported && !isExported(setting, table, pair.own, old))
      throw new UnreadableSource(
        `${table} ${pair.own.id} is another row in the old database: it was used after the last import. Import with --update first`,
      );
    const columns = oldColumns(setting, table, pair.own, old, count.passwords);
    if (table === 'users') count.quota += BigInt(Number(pair.own.columns.quota));
    if (!old) {
      const known = source.tables.get(table);
      const there = Object.fromEntries(Object.entries(columns).filter(([name]) => known?.has(name)));
      script.insert(table, {
        id: pair.own.id,
        ...there,
        ...(table === 'users' && besideOthers(pair.own, names)),
      });
      count.added++;
    } else {
      const changes = changesOf(setting, table, columns, old);
      if (Object.keys(changes).length === 0) continue;
      script.update(table, { id: pair.own.id }, changes);
      count.changed++;
    }
    if (table === 'channels') writeAbilities(setting, pair.own);
  }
  if (table === 'channels')
    for (const id of (await own.deleted(table)).filter((one) => present.has(one))) {
      script.delete('channels', { id });
      script.delete('abilities', { channel_id: id });
      count.deleted++;
    }
  if (count.added > 0) script.continueIds(table);
  return { table, ...count };
}

/** Name and role of a new user beside those of the old database, by the rules of the import. @param names takes the name */
function besideOthers({ id, columns }: OwnRow, names: Set<string>): Columns {
  const wanted = String(columns.username);
  const username = [wanted, ...otherNames(wanted, String(id))].find((name) => !names.has(name)) ?? wanted;
  names.add(username);
  return { username, role: columns.role === Role.root ? Role.admin : (columns.role ?? Role.user) };
}

/** What was changed here. */
function changesOf(
  { vault }: ExportSetting,
  table: ExportedTable,
  columns: Columns,
  old: SourceRow,
): Columns {
  const { key, ...others } = columns;
  const changes = differing(others, old, importedForm(table, old, vault));
  const renewed = typeof key === 'string' && !isSameKey(key, old);
  if (table !== 'users') return { ...changes, ...(renewed && { key }) };
  const { username, role, ...rest } = changes;
  // The import or an earlier export gave the account another name, or made a super administrator an administrator, beside the other side's.
  const isRenamed =
    username !== undefined &&
    !otherNames(trimmed(old, 'username'), trimmed(old, 'id')).includes(String(username));
  const isMoved = role !== undefined && role !== Role.root && integer(old, 'role') !== Role.root;
  return { ...rest, ...(isRenamed && { username }), ...(isMoved && { role }) };
}

/** Whether a row that was not imported is there by an earlier export. */
function isExported(
  { vault }: ExportSetting,
  table: ExportedTable,
  { columns }: OwnRow,
  old: SourceRow,
): boolean {
  if (table === 'users') {
    const wanted = String(columns.username);
    return [wanted, ...otherNames(wanted, trimmed(old, 'id'))].includes(trimmed(old, 'username'));
  }
  return isSameKey(vault.open(String(columns.key)), old);
}

/** Whether it is a token whose key is shown once, so that only its hash is stored. */
function isKeyless(table: ExportedTable, { columns }: OwnRow): boolean {
  return table === 'tokens' && columns.key === '';
}

/** @param passwords takes the names of users whose password cannot be written */
function oldColumns(
  { vault }: ExportSetting,
  table: ExportedTable,
  own: OwnRow,
  old: SourceRow | undefined,
  passwords: string[],
): Columns {
  const { columns } = own;
  if (table === 'users') {
    const { password, ...rest } = columns;
    // The hash that the old database has is still right, unless the password was changed here.
    if (BCRYPT.test(String(password))) return columns;
    if (password !== '') passwords.push(String(columns.username));
    return old || password === '' ? rest : { ...rest, password: '' };
  }
  if (isKeyless(table, own)) {
    const { key: _none, ...rest } = columns;
    return rest;
  }
  const key = vault.open(String(columns.key));
  if (table === 'channels') {
    const { setting, open_ai_organization: organization, ...rest } = columns;
    // What was a list of keys or a column of its own there, is in the setting here.
    const isMulti = record(parsed(setting)).multi_key === true;
    if (!old) return { ...rest, key, setting: setting ?? null, openai_organization: organization ?? null };
    const { key: _sealed, created_time: _created, ...changeable } = rest;
    return { ...changeable, openai_organization: organization ?? null, ...(!isMulti && { key }) };
  }
  return { ...columns, key };
}

function isSameKey(key: string, old: SourceRow): boolean {
  const bare = (text: string) => text.replace(/^sk-/, '');
  return bare(trimmed(old, 'key')) === bare(key);
}

function parsed(setting: Columns[string] | undefined): unknown {
  try {
    return typeof setting === 'string' ? JSON.parse(setting) : undefined;
  } catch {
    return undefined;
  }
}

/** Which models a channel serves to whom, which the old gateway has in a table of its own. */
function writeAbilities({ script, source }: ExportSetting, { id, columns }: OwnRow): void {
  const known = source.tables.get('abilities');
  if (!known) return;
  script.delete('abilities', { channel_id: id });
  for (const group of words(columns.group))
    for (const model of words(columns.models)) {
      const ability: Columns = {
        group,
        model,
        channel_id: id,
        enabled: columns.status === ChannelStatus.enabled,
        priority: columns.priority ?? 0,
        weight: columns.weight ?? 0,
        tag: columns.tag ?? null,
      };
      script.insert(
        'abilities',
        Object.fromEntries(Object.entries(ability).filter(([name]) => known.has(name))),
      );
    }
}

function words(value: Columns[string] | undefined): Set<string> {
  return new Set(
    String(value ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
}
