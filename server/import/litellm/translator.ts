import type { ModelPrice } from '../price-report.js';
import type { Note } from '../rules.js';
import { trimmed } from '../sources/column-values.js';
import type { Source, SourceRow } from '../sources/source.js';
import { LiteLlmAccounts, type AccountTerms } from './accounts.js';
import type { LiteLlmConfig } from './config-file.js';
import { aliasesOf, deploymentChannels, type DeploymentChannels } from './deployment-channels.js';
import { TABLES } from './litellm-tables.js';
import { deploymentPrices, priceOptions } from './prices.js';
import { settingOptions, settingNotes } from './settings.js';
import { DISTINCT_IDS, logRow, SPEND_COLUMNS, type KnownToken } from './spend-logs.js';
import { storedDeployments } from './stored-deployments.js';
import { isSession, tokenRow } from './tokens.js';

/** Tables of the translation. */
export type Target = 'users' | 'tokens' | 'channels' | 'options' | 'logs';
/** Rows that are read at once. */
const PAGE = 2000;

/** Translates an installation of LiteLLM into rows of the tables that the import reads. */
export class Translator {
  readonly notes: Note[] = [];
  readonly hasLogs: boolean;
  prices: ReadonlyMap<string, ModelPrice> = new Map();

  /** @param database undefined: there is a configuration alone */
  constructor(
    private readonly database: Source | undefined,
    private readonly config: LiteLlmConfig,
    private readonly terms: AccountTerms,
    private readonly environment: (name: string) => string | undefined,
  ) {
    this.hasLogs = database?.tables.has('LiteLLM_SpendLogs') ?? false;
  }

  /** Is run once all rows are stored. */
  get finish(): string | undefined {
    return this.hasLogs ? DISTINCT_IDS : undefined;
  }

  /** The first migration of its database is recorded once, when it is made. */
  async identity(): Promise<string> {
    if (!this.database?.tables.has('_prisma_migrations')) return 'litellm';
    const first: string[] = [];
    for await (const row of this.rowsOf('_prisma_migrations', 'id'))
      first.push(`${trimmed(row, 'started_at')} ${trimmed(row, 'id')}`);
    return `litellm ${first.toSorted()[0] ?? ''}`;
  }

  async *rows(): AsyncGenerator<{ readonly table: Target; readonly rows: SourceRow[] }> {
    const { models, rows: channels } = await this.deployments();
    yield { table: 'channels', rows: [...channels] };
    yield { table: 'options', rows: [...settingOptions(this.config), ...priceOptions(this.prices)] };
    this.notes.push(...settingNotes(this.config));
    const accounts = new LiteLlmAccounts(this.terms);
    for await (const row of this.rowsOf('LiteLLM_UserTable', 'user_id')) accounts.addUser(row);
    for await (const row of this.rowsOf('LiteLLM_TeamTable', 'team_id')) accounts.addTeam(row);
    const budgets = new Map<string, SourceRow>();
    for await (const row of this.rowsOf('LiteLLM_BudgetTable', 'budget_id'))
      budgets.set(trimmed(row, 'budget_id'), row);
    const context = {
      accounts,
      budgets,
      models,
      unit: this.terms.unit,
      note: (note: Note) => this.notes.push(note),
    };
    const known = new Map<string, KnownToken>();
    const names = () => new Map(accounts.all.map(({ id, username }) => [id, username ?? '']));
    let sessions = 0;
    const tokens: SourceRow[] = [];
    for await (const row of this.rowsOf('LiteLLM_VerificationToken', 'token')) {
      const token = isSession(row) ? undefined : tokenRow(row, context);
      if (token) tokens.push(token);
      else if (isSession(row)) sessions++;
    }
    if (sessions > 0)
      this.notes.push({
        table: 'LiteLLM_VerificationToken',
        id: '',
        code: 'console_sessions',
        detail: String(sessions),
      });
    yield { table: 'users', rows: [...accounts.all] };
    yield { table: 'tokens', rows: tokens };
    const usernames = names();
    for (const { id, user_id: owner, name } of tokens)
      known.set(id!, { user_id: owner!, name: name!, username: usernames.get(owner!) ?? '' });
    this.notes.push(...accounts.notes, ...this.unknown());
    if (this.hasLogs) yield* this.logs(known);
  }

  private async *logs(known: ReadonlyMap<string, KnownToken>) {
    let [without, rows]: [number, SourceRow[]] = [0, []];
    for await (const row of this.rowsOf('LiteLLM_SpendLogs', 'request_id', SPEND_COLUMNS)) {
      const translated = logRow(row, this.terms.unit, known);
      if (translated) rows.push(translated);
      else without++;
      if (rows.length < PAGE) continue;
      yield { table: 'logs' as const, rows };
      rows = [];
    }
    yield { table: 'logs' as const, rows };
    if (without > 0)
      this.notes.push({
        table: 'LiteLLM_SpendLogs',
        id: '',
        code: 'rows_without_time',
        detail: String(without),
      });
  }

  private async deployments(): Promise<DeploymentChannels> {
    const configured = this.config.general.master_key;
    const saltKey =
      this.environment('LITELLM_SALT_KEY') ||
      this.environment('LITELLM_MASTER_KEY') ||
      (typeof configured === 'string' && !configured.startsWith('os.') ? configured : '');
    const stored = await storedDeployments(
      {
        models: this.rowsOf('LiteLLM_ProxyModelTable', 'model_id'),
        credentials: this.rowsOf('LiteLLM_CredentialsTable', 'credential_id'),
      },
      saltKey,
    );
    const deployments = [...this.config.deployments, ...stored.deployments];
    const prices = deploymentPrices(deployments);
    const channels = deploymentChannels(
      {
        deployments,
        credentials: new Map([...this.config.credentials, ...stored.credentials]),
        router: this.config.router,
      },
      { configured: this.config.variables, environment: this.environment },
    );
    const aliases = aliasesOf(this.config.router).flatMap(([alias, target]) => {
      const price = prices.prices.get(target);
      return price ? [[alias, price] as const] : [];
    });
    this.prices = new Map([...aliases, ...prices.prices].filter(([model]) => channels.models.has(model)));
    this.notes.push(...stored.notes, ...prices.notes, ...channels.notes);
    return channels;
  }

  /** All rows of a table, which may be absent, in the order of a column with unique texts. */
  private async *rowsOf(table: string, key: string, columns?: readonly string[]): AsyncGenerator<SourceRow> {
    if (!this.database?.tables.has(table)) return;
    for (let after: string | undefined; ;) {
      const rows = await this.database.page(table, { key, after, limit: PAGE, columns });
      yield* rows;
      after = rows.at(-1)?.[key] ?? undefined;
      if (rows.length < PAGE) return;
    }
  }

  /** Tables and columns that are not read. */
  private unknown(): Note[] {
    return [...(this.database?.tables ?? [])].flatMap(([table, columns]): Note[] => {
      const known = TABLES[table];
      if (!known) return [{ table, id: '', code: 'table_unknown', detail: '' }];
      const left = [...columns].filter((column) => !known.includes(column));
      return left.length === 0 ? [] : [{ table, id: '', code: 'columns_unknown', detail: left.join(', ') }];
    });
  }
}
