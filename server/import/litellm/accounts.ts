import { UserStatus } from '../../contract/enums.js';
import type { Note, RuleCode } from '../rules.js';
import { flag, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { listOf, quotaOf, secondsOf } from './columns.js';
import { sourceId } from './source-id.js';

/** Whom keys belong to without a user. */
const DEFAULT_USER = 'default_user_id';
const ADMINISTRATORS: ReadonlySet<string> = new Set(['proxy_admin', 'proxy_admin_viewer', 'org_admin']);

export interface AccountTerms {
  /** Quota units per USD. */
  readonly unit: number;
  /** USD that an account gets whose budget has no limit. */
  readonly withoutBudget: number;
}

/** A limit of spending, as users, teams and keys have it. */
export interface Budget {
  /** Quota units; null: none. */
  readonly left: number | null;
  readonly spent: number;
}

/** What is left of a budget. @param budget a row of LiteLLM_BudgetTable that applies where the row has none of its own */
export function budgetOf(row: SourceRow, unit: number, budget?: SourceRow): Budget {
  const spent = Number(trimmed(row, 'spend') || 0);
  const limit = [row, budget].map((one) => one && trimmed(one, 'max_budget')).find(Boolean);
  return {
    left: limit === undefined ? null : Math.round((Number(limit) - spent) * unit),
    spent: Math.max(quotaOf(row, 'spend', unit) ?? 0, 0),
  };
}

/** Notes about limits that do not exist here. */
export function limitNotes(
  row: SourceRow,
  note: (code: RuleCode, detail?: string) => void,
  budget?: SourceRow,
): void {
  const rows = budget ? [row, budget] : [row];
  const has = (column: string) =>
    rows.some((one) => !['', '{}', '[]', 'null'].includes(trimmed(one, column)));
  if (has('budget_duration') && has('max_budget'))
    note('budget_renews', rows.map((one) => trimmed(one, 'budget_duration')).find(Boolean));
  const limits = ['rpm_limit', 'tpm_limit', 'max_parallel_requests'].filter(has);
  if (limits.length > 0) note('rate_limited', limits.join(', '));
  const others = [
    'model_max_budget',
    'budget_limits',
    'object_permission_id',
    'policies',
    'organization_id',
  ].filter(has);
  if (others.length > 0) note('part_not_imported', others.join(', '));
}

/** The accounts of an installation of LiteLLM: its users, and one for each team, whose keys share its budget. */
export class LiteLlmAccounts {
  readonly notes: Note[] = [];
  private readonly rows = new Map<string, SourceRow>();
  private readonly names = new Set<string>();
  /** Models of teams by id; of a team that may use all there are none. */
  readonly teamModels = new Map<string, readonly string[]>();

  constructor(private readonly terms: AccountTerms) {}

  get all(): readonly SourceRow[] {
    return [...this.rows.values()];
  }

  addUser(row: SourceRow): void {
    const id = trimmed(row, 'user_id');
    const note = (code: RuleCode, detail = '') =>
      this.notes.push({ table: 'LiteLLM_UserTable', id, code, detail });
    const email = trimmed(row, 'user_email');
    const alias = trimmed(row, 'user_alias');
    if (ADMINISTRATORS.has(trimmed(row, 'user_role'))) note('administrator_there', trimmed(row, 'user_role'));
    if (trimmed(row, 'sso_user_id') !== '') note('part_not_imported', 'sso_user_id');
    if (listOf(row, 'models').length > 0) note('part_not_imported', 'models');
    limitNotes(row, note);
    this.add(['user', id], row, {
      name: alias || email || id,
      display: alias,
      email,
      password: trimmed(row, 'password'),
      isBlocked: false,
      note,
    });
  }

  addTeam(row: SourceRow): void {
    const id = trimmed(row, 'team_id');
    const note = (code: RuleCode, detail = '') =>
      this.notes.push({ table: 'LiteLLM_TeamTable', id, code, detail });
    const alias = trimmed(row, 'team_alias');
    note('team_account', alias);
    limitNotes(row, note);
    this.teamModels.set(id, listOf(row, 'models'));
    this.add(['team', id], row, {
      name: alias || `team-${id}`,
      display: alias,
      email: '',
      password: '',
      isBlocked: flag(row, 'blocked'),
      note,
    });
  }

  /** Id of the account that a key belongs to; one is made if LiteLLM has none. */
  ownerOf(token: SourceRow): string {
    const team = trimmed(token, 'team_id');
    const user = trimmed(token, 'user_id') || DEFAULT_USER;
    const key = team === '' ? ['user', user] : ['team', team];
    const found = this.rows.get(key.join('\n'));
    if (found) return found.id!;
    const id = key[1]!;
    const note = (code: RuleCode, detail = '') =>
      this.notes.push({ table: team === '' ? 'LiteLLM_UserTable' : 'LiteLLM_TeamTable', id, code, detail });
    note('account_made');
    const unknown = { name: id, display: '', email: '', password: '', isBlocked: false, note };
    return this.add(key, { spend: '0' }, unknown).id!;
  }

  private add(
    key: readonly string[],
    row: SourceRow,
    account: {
      readonly name: string;
      readonly display: string;
      readonly email: string;
      readonly password: string;
      readonly isBlocked: boolean;
      readonly note: (code: RuleCode, detail?: string) => void;
    },
  ): SourceRow {
    const { unit, withoutBudget } = this.terms;
    const { left, spent } = budgetOf(row, unit);
    if (left === null) account.note('no_budget', `${withoutBudget} USD`);
    const added: SourceRow = {
      id: sourceId(...key),
      username: this.freeName(account.name, key[1]!),
      password: account.password,
      display_name: account.display,
      role: '1',
      status: String(account.isBlocked ? UserStatus.banned : UserStatus.enabled),
      email: account.email,
      quota: String(left ?? withoutBudget * unit),
      used_quota: String(spent),
      group: 'default',
      created_at: String(secondsOf(row, 'created_at') ?? 0),
    };
    this.rows.set(key.join('\n'), added);
    return added;
  }

  /** Aliases are not unique there. */
  private freeName(name: string, id: string): string {
    const free = [name, `${name} (${id})`].find((one) => !this.names.has(one)) ?? id;
    this.names.add(free);
    return free;
  }
}
