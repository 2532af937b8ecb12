import { NEVER_EXPIRES, TokenStatus } from '../../contract/enums.js';
import type { Note, RuleCode } from '../rules.js';
import { flag, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { budgetOf, limitNotes, type AccountTerms, type LiteLlmAccounts } from './accounts.js';
import { jsonOf, listOf, secondsOf } from './columns.js';
import { sourceId } from './source-id.js';

/** The team of the sessions of LiteLLM's console, which are rows of keys. */
const SESSIONS = 'litellm-dashboard';
const SHA256 = /^[0-9a-f]{64}$/;
/** Routes of keys that may call models. */
const MODEL_ROUTES: ReadonlySet<string> = new Set(['llm_api_routes', '/*', '*']);

export interface TokenContext extends Pick<AccountTerms, 'unit'> {
  readonly accounts: LiteLlmAccounts;
  /** Rows of LiteLLM_BudgetTable by id. */
  readonly budgets: ReadonlyMap<string, SourceRow>;
  /** Access groups by model. */
  readonly models: ReadonlyMap<string, ReadonlySet<string>>;
  readonly note: (note: Note) => void;
}

/** Whether a row of keys is a session of the console. */
export function isSession(row: SourceRow): boolean {
  return trimmed(row, 'team_id') === SESSIONS;
}

/** The id by which the import remembers a key. @param hash its SHA-256, hex */
export function tokenId(hash: string): string {
  return sourceId('token', hash);
}

/** A key; undefined if it is not stored as a SHA-256. */
export function tokenRow(row: SourceRow, context: TokenContext): SourceRow | undefined {
  const hash = trimmed(row, 'token');
  const shown = trimmed(row, 'key_name');
  const name = trimmed(row, 'key_alias') || shown;
  const note = (code: RuleCode, detail = '') =>
    context.note({ table: 'LiteLLM_VerificationToken', id: name || hash.slice(0, 8), code, detail });
  if (!SHA256.test(hash)) {
    note('key_missing');
    return undefined;
  }
  const budget = context.budgets.get(trimmed(row, 'budget_id'));
  const { left, spent } = budgetOf(row, context.unit, budget);
  limitNotes(row, note, budget);
  const routes = listOf(row, 'allowed_routes');
  const isUsable = routes.length === 0 || routes.some((route) => MODEL_ROUTES.has(route));
  if (!isUsable) note('key_for_other_routes', routes.join(', '));
  if (Object.keys(jsonOf(row, 'aliases')).length > 0) note('part_not_imported', 'aliases');
  const models = allowedModels(row, context);
  const metadata = jsonOf(row, 'metadata');
  const addresses: unknown[] = [metadata.allowed_ips, metadata.allowed_cidrs].flat();
  return {
    id: tokenId(hash),
    user_id: context.accounts.ownerOf(row),
    key: '',
    key_sha256: hash,
    key_end: /[^.]{4}$/.exec(shown)?.[0] ?? '',
    name,
    status: String(flag(row, 'blocked') || !isUsable ? TokenStatus.disabled : TokenStatus.enabled),
    created_time: String(secondsOf(row, 'created_at') ?? 0),
    accessed_time: String(secondsOf(row, 'last_active') ?? 0),
    expired_time: String(secondsOf(row, 'expires') ?? NEVER_EXPIRES),
    remain_quota: String(left ?? 0),
    unlimited_quota: left === null ? '1' : '0',
    model_limits_enabled: models ? '1' : '0',
    model_limits: models?.join(',') ?? '',
    allow_ips: addresses.filter((address) => typeof address === 'string').join('\n'),
    used_quota: String(spent),
    group: '',
  };
}

/** Models that a key may use, those of its team if it has none; undefined = all. */
function allowedModels(row: SourceRow, { accounts, models }: TokenContext): string[] | undefined {
  const own = listOf(row, 'models');
  const team = expanded(accounts.teamModels.get(trimmed(row, 'team_id')) ?? [], models);
  if (own.length === 0 || own.includes('all-team-models')) return team;
  const limited = expanded(own, models);
  if (!limited) return team;
  return team ? limited.filter((model) => team.includes(model)) : limited;
}

/** Names, access groups and wildcards as names of models; undefined = all. */
function expanded(names: readonly string[], models: TokenContext['models']): string[] | undefined {
  if (names.length === 0 || names.includes('all-proxy-models') || names.includes('*')) return undefined;
  const found = new Set<string>();
  for (const name of names) {
    const [before, after] = name.split('*');
    const meant = [...models].filter(
      ([model, groups]) =>
        groups.has(name) || (after !== undefined && model.startsWith(before ?? '') && model.endsWith(after)),
    );
    for (const [model] of meant) found.add(model);
    if (meant.length === 0) found.add(name);
  }
  return [...found];
}
