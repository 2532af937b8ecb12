import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KIND_NAMES, RECORDS, type Kind } from '../../server/import/open-format/kinds.js';
import { Program } from '../books/program.js';
import type { Gateway } from '../setup/gateway.js';

export type Line = Record<string, unknown>;

/** What differs when an export is read back: what else is here as it was there. */
const DIFFERS: Partial<Record<Kind, readonly string[]>> = {
  // Sums are added up here, in the order of their keys.
  quota_data: ['id'],
};
/** Of tasks that have not ended, what a refund looks for in the ledger. */
const DIFFERS_OPEN = ['request_id', 'token_id'];

/** A command of this build on the databases of the test. */
export async function command(
  script: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | string; output: string }> {
  const { DATABASE_URL = '', REDIS_URL = '', TOLLGATE_DATA_DIR = '', TOLLGATE_SECRET = '' } = process.env;
  const environment = { DATABASE_URL, REDIS_URL, TOLLGATE_DATA_DIR, TOLLGATE_SECRET, ...more };
  const program = new Program(script, environment, undefined, args);
  return { code: await program.run(), output: program.output };
}

export const exportTo = (folder: string, ...args: string[]) =>
  command('server/import/export/export.command.js', ['--to', `ndjson:${folder}`, ...args]);

export const importFrom = (folder: string, args: string[] = [], environment?: Record<string, string>) =>
  command('server/import/import.command.js', ['--from', `ndjson:${folder}`, ...args], environment);

/** The lines of a file of an export. */
export function linesOf(folder: string, kind: Kind): Line[] {
  const text = readFileSync(path.join(folder, `${kind}.ndjson`), 'utf8');
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
}

/** All lines but records, without what differs when they are read back. */
export function comparable(folder: string): Partial<Record<Kind, Line[]>> {
  const kinds = KIND_NAMES.filter((kind) => !RECORDS.includes(kind));
  return Object.fromEntries(
    kinds.map((kind) => {
      const lines = linesOf(folder, kind).map((line) => {
        const isOpen = line.settlement !== undefined && line.status === 'IN_PROGRESS';
        const left = [...(DIFFERS[kind] ?? []), ...(isOpen ? DIFFERS_OPEN : [])];
        return Object.fromEntries(Object.entries(line).filter(([name]) => !left.includes(name)));
      });
      return [kind, DIFFERS[kind] ? lines.toSorted(byText) : lines];
    }),
  );
}

function byText(left: Line, right: Line): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

const now = Math.floor(Date.now() / 1000);

/** Gives every column of an installation a value, also those that requests of the tests do not fill. */
export async function fillColumns(gateway: Gateway, annId: number, channel: number): Promise<void> {
  await gateway.sql(
    `UPDATE users SET email = 'ann@example.com', oidc_id = 'o1', wechat_id = 'w1', telegram_id = 't1', linux_do_id = 'l1', github_id = 'g1', aff_count = 2,
       aff_quota = 5, aff_history = 7, inviter_id = 1, second_factor = true, second_factor_asked_at = $2 WHERE id = $1`,
    [annId, now],
  );
  await gateway.sql(
    `UPDATE channels SET open_ai_organization = 'org', test_model = 'gpt-4o', drained_until = 5, weight = 3, test_time = $2,
       response_time = 40, last_test = '{"ok": true, "at": 1.5}', other = 'o', balance = 0.1, balances = '[{"amount": 0.30000000000000004}]',
       balance_updated_time = $2, status_code_mapping = '{"429":"500"}', priority = -2, other_info = '{"status_reason":"r"}',
       tag = 'fast', setting = '{ "proxy": "http://user:pass@proxy.example:8080", "upstream": {"headers": {"x-key": "hidden"}} }',
       param_override = '{"temperature":0.5}', max_input_tokens = 9000 WHERE id = $1`,
    [channel, now],
  );
  await gateway.sql(
    `UPDATE tokens SET "group" = 'auto', cross_group_retry = true, accessed_time = $1 WHERE name = 'ann''s'`,
    [now],
  );
  await gateway.sql(
    `INSERT INTO purchase_prices (channel_id, model, valid_from, kind, ratio, input, output, cached, cache_write, call)
     VALUES ($1, 'gpt-4o', 5, 'ratio', 0.8, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5)`,
    [channel],
  );
  await gateway.sql('UPDATE logs SET use_time = 2 WHERE type = 2');
  const deleted = `deleted_at = '2026-01-02T03:04:05.678Z'`;
  await gateway.sql(`UPDATE tokens SET ${deleted} WHERE name = 'deleted'`);
  await gateway.sql(`UPDATE redemptions SET ${deleted} WHERE id = (SELECT max(id) FROM redemptions)`);
  await gateway.sql(
    `INSERT INTO top_ups (user_id, amount, money, trade_no, create_time, status, quota, complete_time, payment_method)
     VALUES ($1, 3, 21.3, 'n1', $2, 'success', 1500000, $2, 'alipay'), ($1, 4, 0.1, 'n2', $2, 'pending', 5, 0, '')`,
    [annId, now],
  );
  const tracked = `upstream_id, request_id, token_id, group_name, model, upstream_model, key_index, settlement, price, results, note,
    notify_hook, notify_secret, notify_sequence`;
  const values = `'up1', 'r-1', (SELECT min(id) FROM tokens), 'vip', 'm', 'um', 1, $4, '{"ratio": 1.5}', '[{"url": "u", "kind": "image"}]', 'late',
    'https://client.example/hook', 'hidden part', 2`;
  await gateway.sql(
    `INSERT INTO midjourneys (code, user_id, action, mj_id, prompt, prompt_en, description, state, submit_time, start_time, finish_time,
       image_url, status, progress, fail_reason, channel_id, quota, buttons, properties, mode, ${tracked})
     VALUES (1, $1, 'IMAGINE', 'mj1', ' a\ngate ', 'gate', 'd', 's', 1, 2, 3, 'https://i.example/1', $3, '100%', 'none', $2, 40,
       '[{"customId":"x"}]', '{"a": 1}', 'fast', ${values})`,
    [annId, channel, 'SUCCESS', 'charged'],
  );
  for (const status of ['FAILURE', 'IN_PROGRESS'])
    await gateway.sql(
      `INSERT INTO tasks (created_at, updated_at, task_id, platform, user_id, channel_id, quota, action, status, fail_reason, submit_time,
         start_time, finish_time, progress, properties, data, ${tracked})
       VALUES (1, 2, 'task-' || $3, 'suno', $1, $2, 30, 'MUSIC', $3, 'because', 3, 4, 5, '50%', '{"input": "é"}', '{"b": [1, null]}', ${values})`,
      [annId, channel, status, status === 'FAILURE' ? 'refunded' : 'none'],
    );
}
