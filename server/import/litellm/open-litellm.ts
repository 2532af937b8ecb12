import { stageDump } from '../dumps/stage-dump.repository.js';
import type { DumpPart } from '../dumps/read-dump.js';
import { openSource } from '../sources/open-source.js';
import { UnreadableSource, type Source, type SourceRow } from '../sources/source.js';
import { SqlSource } from '../sources/sql-source.repository.js';
import type { AccountTerms } from './accounts.js';
import { NO_CONFIG, readConfig, type LiteLlmConfig } from './config-file.js';
import { TABLES } from './litellm-tables.js';
import { Translator, type Target } from './translator.js';

const COLUMNS: Readonly<Record<Target, readonly string[]>> = {
  users: words('id username password display_name role status email quota used_quota group created_at'),
  tokens:
    words(`id user_id key key_sha256 key_end name status created_time accessed_time expired_time remain_quota
    unlimited_quota model_limits_enabled model_limits allow_ips used_quota group`),
  channels: words(
    `id type key name base_url other openai_organization models model_mapping priority weight group status`,
  ),
  options: words('key value'),
  logs: words(`id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens use_time
    is_stream channel_id token_id group other request_id`),
};

export interface LiteLlmPlace {
  /** What follows `litellm:`: `config.yaml`, or its database as `openSource` takes it. */
  readonly place: string;
  /** The configuration beside a database. */
  readonly config: string | undefined;
  readonly terms: AccountTerms;
  /** Reads a variable of this process. */
  readonly environment: (name: string) => string | undefined;
}

/**
 * Opens an installation of LiteLLM as a source: its rows are translated into those of the other gateways, in a temporary database.
 * @throws UnreadableSource
 */
export async function openLiteLlm({ place, config, terms, environment }: LiteLlmPlace): Promise<Source> {
  const isConfig = /\.ya?ml$/i.test(place);
  if (isConfig && config !== undefined)
    throw new UnreadableSource('--config is for a database: --from names a configuration already');
  const file = isConfig ? place : config;
  const settings: LiteLlmConfig = file === undefined ? NO_CONFIG : await readConfig(file);
  const database = isConfig ? undefined : await openSource(place, (table) => Object.hasOwn(TABLES, table));
  try {
    if (database && !database.tables.has('LiteLLM_VerificationToken'))
      throw new UnreadableSource(
        `${database.label} has no table LiteLLM_VerificationToken: it is no database of LiteLLM`,
      );
    const translator = new Translator(database, settings, terms, environment);
    const label = ['LiteLLM', database?.label, file?.replace(/.*\//, '')].filter(Boolean).join(', ');
    const staged = await stageDump(parts(translator), label, () => true, translator.finish);
    return await SqlSource.open(staged, {
      identity: await translator.identity(),
      notes: translator.notes,
      prices: translator.prices,
    });
  } finally {
    await database?.close();
  }
}

/** Tables without rows exist, too. */
async function* parts(translator: Translator): AsyncGenerator<DumpPart> {
  for (const table of Object.keys(COLUMNS) as Target[])
    if (table !== 'logs' || translator.hasLogs) yield { table, columns: COLUMNS[table], rows: [] };
  for await (const { table, rows } of translator.rows()) {
    const columns = COLUMNS[table];
    yield { table, columns, rows: rows.map((row: SourceRow) => columns.map((name) => row[name] ?? null)) };
  }
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
