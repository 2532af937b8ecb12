import type pg from 'pg';
import { Program } from '../books/program.js';

/** The same installation of new-api as a database of SQLite, and as dumps of Postgres and MySQL. */
export const SQLITE = 'new-api-2025-04.sqlite.gz';
export const POSTGRES = 'new-api-2025-04.postgres.sql.gz';
export const MYSQL = 'new-api-2025-04.mysql.sql.gz';

/** Rows that an import has dealt with so far. */
export async function progress(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM logs)::int + (SELECT count(*) FROM import_rows)::int AS count',
  );
  return rows[0]?.count ?? 0;
}

/** The built command on one source. */
export function source(file: string) {
  const from = /:\/\/|^\/|^litellm:/.test(file) ? file : `test/fixtures/import/${file}`;
  return {
    program(args: readonly string[], url: string): Program {
      const {
        REDIS_URL = '',
        TOLLGATE_DATA_DIR = '',
        TOLLGATE_SECRET = '',
        LITELLM_SALT_KEY = '',
      } = process.env;
      const environment = {
        DATABASE_URL: url,
        REDIS_URL,
        TOLLGATE_DATA_DIR,
        TOLLGATE_SECRET,
        LITELLM_SALT_KEY,
      };
      return new Program('server/import/import.command.js', environment, undefined, [
        '--from',
        from,
        ...args,
      ]);
    },
  };
}

/** Runs it until its end. */
export async function imported(
  from: ReturnType<typeof source>,
  args: readonly string[] = [],
  url = process.env.DATABASE_URL ?? '',
): Promise<{ code: number | string; output: string }> {
  const program = from.program(args, url);
  const code = await program.run();
  return { code, output: program.output };
}

/** Columns that are the same however often and from which dump an installation is imported. Sealed texts differ each time. */
const COMPARED = {
  users: `id, username, password, display_name, role, status, email, github_id, oidc_id, wechat_id, telegram_id, linux_do_id,
    access_token_hash, quota, used_quota, request_count, "group", aff_code, aff_count, aff_quota, aff_history, inviter_id,
    deleted_at IS NULL, setting::jsonb - 'webhook_secret'`,
  tokens: `id, user_id, key_hash, status, name, created_time, accessed_time, expired_time, remain_quota, unlimited_quota,
    model_limits_enabled, model_limits, allow_ips, used_quota, "group", deleted_at`,
  channels: `id, type, open_ai_organization, test_model, status, name, weight, base_url, other, models, "group", used_quota,
    model_mapping, status_code_mapping, priority, auto_ban, other_info, tag, setting, param_override`,
  redemptions: 'id, key_hash, status, name, quota, redeemed_time, used_user_id, user_id',
  logs: `id, created_at, user_id, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens,
    use_time, is_stream, channel_id, token_id, "group", other, request_id`,
  quota_data: 'user_id, username, model_name, created_at, token_used, count, quota',
  midjourneys:
    'id, user_id, mj_id, upstream_id, action, status, quota, buttons, properties, submit_time, channel_id',
  tasks:
    'id, user_id, task_id, upstream_id, action, platform, status, quota, properties, data, submit_time, channel_id',
  options: `key, CASE WHEN value LIKE 'v1:%' THEN '' ELSE value END`,
  'ledger entries': 'request_id, kind, user_id, token_id, delta, token_delta',
} as const;

/** A hash of the rows of each table; `everything`: of what an import could leave behind besides. */
export async function digests(client: pg.Client): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, columns] of Object.entries(COMPARED)) {
    const { rows } = await client.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(text, E'\\n' ORDER BY text)), '') AS hash
       FROM (SELECT ROW(${columns.replace('setting::jsonb', "NULLIF(setting, '')::jsonb")})::text AS text FROM ${table.replace(' ', '_')}) compared`,
    );
    found[table] = rows[0]?.hash ?? '';
  }
  const { rows } = await client.query<{ hash: string }>(
    `SELECT md5(concat(
       (SELECT string_agg(i::text, ',') FROM imports i), (SELECT count(*) FROM import_rows), (SELECT count(*) FROM import_notes),
       (SELECT string_agg(sequencename || last_value, ',' ORDER BY sequencename) FROM pg_sequences
        WHERE sequencename ~ '^(users|tokens|channels|logs|redemptions|tasks|midjourneys)_'))) AS hash`,
  );
  found.everything = rows[0]?.hash ?? '';
  return found;
}
