// The rows the lists are measured on, made by Postgres itself.
import pg from 'pg';

const MONTHS = 4;
const MONTH_SECONDS = 30 * 86_400;
/** Channels with their models and groups that are used within an hour. */
const CHANNEL_HOURS = 150;
/** The account whose own lists are measured: one row in this many is its. */
const OWNER_SHARE = 1009; // a prime, so that its rows are of every kind
const MODELS = `(ARRAY['gpt-4o','gpt-4o-mini','claude-sonnet-4','gemini-2.5-pro','deepseek-chat','qwen-max','glm-4','o3'])`;
const BUILD_SETTINGS = {
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_parallel_maintenance_workers: '2',
};

/** Ids of the two accounts that ask. */
export const ROOT_ID = 1;
export const OWNER_ID = 2;

/**
 * How many rows each table gets when the log has `rows`.
 * @param {number} rows
 */
export function sizes(rows) {
  const tenth = Math.ceil(rows / 10);
  return {
    users: tenth,
    tokens: tenth,
    channels: Math.min(10_000, Math.ceil(rows / 100)),
    redemptions: tenth,
    top_ups: tenth,
    quota_data: tenth,
    tasks: tenth,
    midjourneys: tenth,
    logs: rows,
    // Of a user's requests within an hour, some have the same token, channel and model.
    usage_hours: Math.ceil(rows * 0.6),
    usage_channel_hours: MONTHS * 30 * 24 * CHANNEL_HOURS,
    request_hours: MONTHS * 30 * 24 * CHANNEL_HOURS,
  };
}

/**
 * Fills a migrated, empty database. Indexes are taken away while rows come and built once afterwards.
 * @param {{ url: string, rows: number, password: string, sealedKey: string, say: (line: string) => void }} options
 *   `password`: hash for both accounts; `sealedKey`: what every credential holds
 */
export async function seed({ url, rows, password, sealedKey, say }) {
  const db = new pg.Client(url);
  await db.connect();
  try {
    for (const [name, value] of Object.entries(BUILD_SETTINGS)) await db.query(`SET ${name} = '${value}'`);
    const count = sizes(rows);
    const now = Math.floor(Date.now() / 1000);
    const tables = tableQueries({ count, now, password, sealedKey });
    for (const [table, queries] of Object.entries(tables)) {
      const begun = performance.now();
      await withoutIndexes(db, table, async () => {
        for (const query of queries) await db.query(query);
      });
      say(`${table}: ${count[table]} rows in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await db.query('VACUUM (ANALYZE)');
  } finally {
    await db.end();
  }
}

async function withoutIndexes(db, table, fill) {
  const { rows: indexes } = await db.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of indexes) await db.query(definition.replace(' ON ONLY ', ' ON '));
}

function tableQueries({ count, now, password, sealedKey }) {
  const owner = (row) =>
    `CASE WHEN ${row} % ${OWNER_SHARE} = 0 THEN ${OWNER_ID} ELSE 3 + ${row} % ${count.users - 2} END`;
  const name = (id) => `CASE WHEN ${id} = ${OWNER_ID} THEN 'owner' ELSE 'person' || ${id} END`;
  const series = (table) => `generate_series(1, ${count[table]}) i`;
  const from = now - MONTHS * MONTH_SECONDS;
  const time = (table) => `${from} + (i::bigint * ${MONTHS * MONTH_SECONDS} / ${count[table]})`;
  return {
    users: [
      `INSERT INTO users (id, username, password, display_name, role, email, quota, "group", aff_code, status, deleted_at)
       SELECT i, CASE i WHEN 1 THEN 'root' WHEN 2 THEN 'owner' ELSE 'person' || i END, '${password}',
         (ARRAY['Ada','Grace','Linus','Barbara','Ken'])[1 + i % 5] || ' ' || md5(i::text), CASE WHEN i = 1 THEN 100 WHEN i % 20000 = 0 THEN 10 ELSE 1 END,
         'mail' || i || '@example.test', 500000, CASE i % 10 WHEN 0 THEN 'vip' ELSE 'default' END, 'a' || i,
         CASE WHEN i % 5000 = 0 THEN 2 ELSE 1 END, CASE WHEN i % 7000 = 0 THEN now() END
       FROM ${series('users')}`,
      `SELECT setval(pg_get_serial_sequence('users', 'id'), ${count.users})`,
    ],
    tokens: [
      `INSERT INTO tokens (user_id, key, key_hash, name, created_time, remain_quota, status)
       SELECT ${owner('i')}, '${sealedKey}', encode(sha256(i::text::bytea), 'hex'), 'token ' || md5(i::text), ${time('tokens')}, 500000,
         CASE WHEN i % 13 = 0 THEN 2 ELSE 1 END
       FROM ${series('tokens')}`,
    ],
    channels: [
      `INSERT INTO channels (type, key, name, models, "group", priority, tag, status)
       SELECT CASE WHEN i % 9 = 0 THEN 14 ELSE 1 END, '${sealedKey}', 'channel ' || i, 'gpt-4o,gpt-4o-mini,model-' || i % 50, 'default', i % 5,
         CASE WHEN i % 4 = 0 THEN 'tag ' || i % 100 END,
         CASE WHEN i % 500 = 0 THEN 3 WHEN i % 100 = 0 THEN 2 ELSE 1 END
       FROM ${series('channels')}`,
      `INSERT INTO abilities ("group", model, channel_id, enabled, priority)
       SELECT 'default', model, id, true, priority FROM channels, unnest(string_to_array(models, ',')) model`,
    ],
    redemptions: [
      `INSERT INTO redemptions (user_id, key, name, quota, created_time, status)
       SELECT 1, md5(i::text), 'batch ' || i % 1000, 500000, ${time('redemptions')}, CASE WHEN i % 3 = 0 THEN 3 WHEN i % 10000 = 1 THEN 2 ELSE 1 END
       FROM ${series('redemptions')}`,
    ],
    top_ups: [
      `INSERT INTO top_ups (user_id, amount, money, trade_no, create_time, status)
       SELECT ${owner('i')}, 10, 73, 'USR' || i, ${time('top_ups')}, CASE WHEN i % 50 = 0 THEN 'pending' ELSE 'success' END
       FROM ${series('top_ups')}`,
    ],
    quota_data: [
      `INSERT INTO quota_data (user_id, username, model_name, created_at, token_used, count, quota)
       SELECT ${owner('i')}, ${name(owner('i'))}, ${MODELS}[1 + i % 8], (${time('quota_data')}) / 3600 * 3600, 900, 3, 1500
       FROM ${series('quota_data')} ON CONFLICT DO NOTHING`,
    ],
    usage_hours: [
      `INSERT INTO usage_hours (at, user_id, token_id, channel_id, model, group_name, requests, prompt_tokens,
         completion_tokens, cached_tokens, cache_write_tokens, quota, list_quota)
       SELECT (${time('usage_hours')}) / 3600 * 3600, ${owner('i')}, 1 + i % ${count.tokens}, 1 + i % 50, ${MODELS}[1 + i % 8],
         CASE i % 7 WHEN 0 THEN 'vip' ELSE 'default' END, 2, 400, 200, 100, 0, 800, 800
       FROM ${series('usage_hours')} ON CONFLICT DO NOTHING`,
      'UPDATE usage_rebuilds SET complete_from = 0',
    ],
    usage_channel_hours: [
      `INSERT INTO usage_channel_hours (at, channel_id, model, group_name, requests, prompt_tokens, completion_tokens,
         cached_tokens, cache_write_tokens, quota, list_quota)
       SELECT (${from} / 3600 + hour) * 3600, 1 + n % 50, ${MODELS}[1 + n % 8], CASE n % 3 WHEN 0 THEN 'vip' ELSE 'default' END,
         30, 6000, 3000, 2000, 0, 15000, 15000
       FROM generate_series(0, ${MONTHS * 30 * 24 - 1}) hour, generate_series(1, ${CHANNEL_HOURS}) n ON CONFLICT DO NOTHING`,
    ],
    request_hours: [
      `INSERT INTO request_hours (at, channel_id, key_index, model, ok, rescued, client_error, limited, upstream_error, cut,
         aborted, attempts, failures, rate_limited, input_tokens, cached_tokens, cache_write_tokens, output_tokens, quota, streak,
         first_token, duration)
       SELECT (${from} / 3600 + hour) * 3600, 1 + n % 50, n / 50, ${MODELS}[1 + n % 8], 30, 1, 1, 0, CASE (hour + n) % 20 WHEN 0
         THEN 2 ELSE 0 END, 0, 0, 31, 1, 0, 6000, 2000, 0, 3000, 15000, 0, array_fill(1, ARRAY[40]), array_fill(1, ARRAY[40])
       FROM generate_series(0, ${MONTHS * 30 * 24 - 1}) hour, generate_series(1, ${CHANNEL_HOURS}) n ON CONFLICT DO NOTHING`,
    ],
    tasks: [
      `INSERT INTO tasks (task_id, platform, user_id, channel_id, action, status, submit_time, progress)
       SELECT 'task_' || i, (ARRAY['suno','kling'])[1 + i % 2], ${owner('i')}, 1 + i % ${count.channels}, 'MUSIC',
         (ARRAY['SUCCESS','SUCCESS','SUCCESS','FAILURE'])[1 + i % 4], ${time('tasks')}, '100%'
       FROM ${series('tasks')}`,
    ],
    midjourneys: [
      `INSERT INTO midjourneys (mj_id, user_id, channel_id, action, status, submit_time, prompt)
       SELECT 'mj_' || i, ${owner('i')}, 1 + i % ${count.channels}, 'IMAGINE', 'SUCCESS', (${time('midjourneys')}) * 1000, 'a picture of ' || i
       FROM ${series('midjourneys')}`,
    ],
    logs: [
      ...partitionQueries(from, now),
      `INSERT INTO logs (created_at, user_id, type, content, username, token_name, model_name, quota, prompt_tokens,
         completion_tokens, use_time, is_stream, channel_id, token_id, "group", other, request_id)
       SELECT ${time('logs')}, ${owner('i')}, CASE WHEN i % 100 = 0 THEN 1 + (i / 100) % 4 ELSE 2 END, CASE WHEN i % 100 = 0 THEN 'entry ' || i ELSE '' END,
         ${name(owner('i'))}, 'token ' || i % 5000, ${MODELS}[1 + i % 8], 500, 200, 100, 3, i % 2 = 0, 1 + i % ${count.channels},
         1 + i % ${count.tokens}, CASE i % 7 WHEN 0 THEN 'vip' ELSE 'default' END,
         '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"frt":' || 50 + i % 4000 * 10 || ',"admin_info":{"use_channel":[7]' ||
           CASE WHEN i % 50 = 1 THEN ',"failures":[{"status":503,"code":"overloaded"}]' ELSE '' END || '}}', 'request-' || i
       FROM ${series('logs')}`,
    ],
  };
}

/** The months before the ones that the migrations made. */
function partitionQueries(from, to) {
  const queries = [];
  const first = new Date(from * 1000);
  const last = new Date(to * 1000);
  for (let offset = 0; ; offset++) {
    const begin = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + offset, 1));
    if (begin >= Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1)) return queries;
    const end = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1);
    const suffix = `${begin.getUTCFullYear()}_${String(begin.getUTCMonth() + 1).padStart(2, '0')}`;
    queries.push(
      `CREATE TABLE logs_${suffix} PARTITION OF logs FOR VALUES FROM (${begin.getTime() / 1000}) TO (${end / 1000})`,
    );
  }
}
