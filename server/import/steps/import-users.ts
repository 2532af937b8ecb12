import type { EntityManager } from 'typeorm';
import { Role, UserStatus } from '../../contract/enums.js';
import type { ChangedRow, ImportRun, Written } from '../import-run.js';
import type { MappedRow } from '../import.repository.js';
import { openingEntry } from '../rows/opening-entry.js';
import type { UserColumns } from '../rows/user-columns.js';
import { otherNames } from '../rows/other-names.js';
import type { Note, RuleCode } from '../rules.js';
import type { SourceRow } from '../sources/source.js';
import { SIGN_IN_COLUMNS, type SignInColumn } from '../target.repository.js';
import { balanceAfter, changeBalances } from './change-balances.js';

type Read = UserColumns & { readonly sourceId: string };

/** Users with their balances. The first super administrator takes the place of the account of the first start, if it is unused. */
export async function importUsers(run: ImportRun): Promise<void> {
  // Inviters are older than those whom they invited, but for rows that were edited by hand: these get 0.
  const own = new Map(await run.transaction((db) => run.rows.ownIds(db, run.importId, 'users')));
  await run.importTable('users', {
    write: async (db, rows) => {
      const written = await writeUsers(run, db, rows, own);
      for (const { id, ownId } of written.mapped) own.set(id, ownId);
      return written;
    },
    update: (db, changed) => updateUsers(run, db, changed),
  });
}

/** Inviters and roles of super administrators stay as they are. */
async function updateUsers(
  run: ImportRun,
  db: EntityManager,
  changed: readonly ChangedRow[],
): Promise<Written> {
  const users = changed.map(({ row, ...one }): Read & Pick<ChangedRow, 'ownId'> => ({
    ...run.readers.user(row, run.options.vault),
    sourceId: one.id,
    ownId: one.ownId,
  }));
  const unique = await uniqueColumns(run, db, users, {
    except: users.map(({ ownId }) => ownId),
    isOnlyAccount: false,
  });
  const columnsOf = (user: Read & Pick<ChangedRow, 'ownId'>): Record<string, unknown> => ({
    id: user.ownId,
    ...user.columns,
    ...unique.columns.get(user),
  });
  const isRoot = ({ columns }: Read) => columns.role === Role.root;
  await run.target.update(db, 'users', users.filter((user) => !isRoot(user)).map(columnsOf));
  const roots = users.filter(isRoot).map(columnsOf);
  await run.target.update(
    db,
    'users',
    roots.map(({ role: _role, ...columns }) => columns),
  );
  const spent = await changeBalances(
    run,
    db,
    'users',
    users.map((user, index) => ({
      changed: changed[index]!,
      userId: user.ownId,
      balance: user.quota,
      name: user.username,
      mayBeNegative: false,
    })),
  );
  for (const { ownId } of users) run.updated.users.add(ownId);
  return {
    notes: [...users.flatMap(({ notes }) => notes), ...unique.notes, ...spent],
    mapped: users.map(({ sourceId, ownId, quota }, index) => ({
      id: sourceId,
      ownId,
      ...balanceAfter(run, changed[index]!, quota),
    })),
  };
}

async function writeUsers(
  run: ImportRun,
  db: EntityManager,
  rows: readonly SourceRow[],
  own: ReadonlyMap<string, number>,
): Promise<Written> {
  const users = rows.map((row): Read => ({
    ...run.readers.user(row, run.options.vault),
    sourceId: row.id ?? '',
  }));
  const root = users.find(canReplaceFirst);
  const unused = root && (await run.target.unusedFirstAccount(db));
  const notes: Note[] = users.flatMap((user) => user.notes);
  if (unused) notes.push({ table: 'users', id: root.sourceId, code: 'first_account', detail: root.username });
  const roles = new Map(users.map((user) => [user, user.columns.role]));
  for (const user of users)
    if (user.columns.role === Role.root && !(unused && user === root)) {
      roles.set(user, Role.admin);
      notes.push({
        table: 'users',
        id: user.sourceId,
        code: 'super_administrator',
        detail: user.username,
      });
    }
  const created = unused ? users.filter((user) => user !== root) : users;
  const ids = await run.assignIds(
    db,
    'users',
    created.map(({ sourceId }) => sourceId),
  );
  if (unused) ids.set(root.sourceId, unused.id);
  const unique = await uniqueColumns(run, db, users, { except: [], isOnlyAccount: unused !== undefined });
  const inviters = new Map([...own, ...ids]);
  const now = Math.floor(Date.now() / 1000);
  const columnsOf = (user: Read) => ({
    ...user.columns,
    ...unique.columns.get(user),
    role: roles.get(user),
    inviter_id: inviters.get(user.inviter) ?? 0,
    quota: user.quota,
  });
  if (unused) await run.target.replaceUser(db, unused.id, columnsOf(root));
  await run.target.insert(
    db,
    'users',
    created.map((user) => ({
      id: ids.get(user.sourceId),
      ...columnsOf(user),
      access_token: null,
      ledger_version: 1,
      session_version: 1,
    })),
  );
  await run.target.insert(
    db,
    'ledger_entries',
    users.map((user) => {
      const userId = ids.get(user.sourceId)!;
      const balance = {
        importId: run.importId,
        table: 'users',
        sourceId: user.sourceId,
        userId,
        tokenId: 0,
      } as const;
      return user === root && unused
        ? openingEntry({ ...balance, amount: user.quota - unused.quota, kind: 'adjust' }, now)
        : openingEntry({ ...balance, amount: user.quota }, now);
    }),
  );
  return {
    notes: [...notes, ...unique.notes],
    mapped: users.map((user): MappedRow => ({
      id: user.sourceId,
      ownId: ids.get(user.sourceId)!,
      balance: user.quota,
    })),
  };
}

/** Whether the installation can be administered with this account: else its own first account stays. */
function canReplaceFirst({ columns }: UserColumns): boolean {
  const { role, status, password, deleted_at: deletedAt } = columns;
  return role === Role.root && status === UserStatus.enabled && password !== '' && deletedAt === null;
}

/**
 * Names, access tokens, invitation codes and sign-in ids, which only one account can have. Those here before the import keep theirs.
 * A deleted account shares its sign-in ids with the one that replaced it.
 * @param except own ids of these users, if they have been imported
 * @param isOnlyAccount all accounts here are replaced by one of these users
 */
async function uniqueColumns(
  run: ImportRun,
  db: EntityManager,
  users: readonly Read[],
  { except, isOnlyAccount }: { readonly except: readonly number[]; readonly isOnlyAccount: boolean },
): Promise<{ columns: Map<Read, Record<string, string | null>>; notes: Note[] }> {
  const notes: Note[] = [];
  const columns = new Map<Read, Record<string, string | null>>();
  const candidates = users.flatMap(({ username, sourceId }) => [username, ...otherNames(username, sourceId)]);
  // The account that is replaced is the only one, and gives its name away.
  const taken = async (column: 'username' | 'access_token_hash' | 'aff_code', values: string[]) =>
    isOnlyAccount ? new Set<string>() : run.target.taken(db, 'users', column, values, except);
  const names = await taken('username', candidates);
  const tokens = await taken('access_token_hash', present(users.map((user) => user.accessTokenHash)));
  const codes = await taken('aff_code', present(users.map((user) => user.affCode)));
  const signInIds = new Map<SignInColumn, Set<string>>();
  for (const column of SIGN_IN_COLUMNS)
    signInIds.set(
      column,
      await run.target.takenSignInIds(
        db,
        column,
        present(users.map((user) => String(user.columns[column]))),
        except,
      ),
    );
  for (const user of users) {
    const note = (code: RuleCode, detail: string) =>
      notes.push({ table: 'users', id: user.sourceId, code, detail });
    let name = user.username;
    if (names.has(name)) {
      name = otherNames(name, user.sourceId).find((one) => !names.has(one))!;
      note('name_taken', `${user.username} → ${name}`);
    }
    names.add(name);
    const claim = (value: string, others: Set<string>, code: RuleCode, column = ''): string | null => {
      if (value === '') return null;
      if (others.has(value)) {
        note(code, column === '' ? user.username : `${user.username}, ${column}`);
        return null;
      }
      others.add(value);
      return value;
    };
    const ids = user.columns.deleted_at === null ? [...signInIds] : [];
    columns.set(user, {
      ...Object.fromEntries(
        ids.map(([column, others]) => [
          column,
          claim(String(user.columns[column]), others, 'sign_in_id_taken', column) ?? '',
        ]),
      ),
      username: name,
      access_token_hash: claim(user.accessTokenHash, tokens, 'access_token_taken'),
      access_token_key: run.options.vault.keyId,
      aff_code: claim(user.affCode, codes, 'invite_code_taken'),
    });
  }
  return { columns, notes };
}

function present(values: readonly string[]): string[] {
  return values.filter((value) => value !== '');
}
