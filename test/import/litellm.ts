import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import pg from 'pg';
import { freshDatabase } from '../setup/fresh-databases.js';

export const SALT_KEY = 'sk-salt-test';
export const CONFIG = 'test/fixtures/import/litellm-config.yaml';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** As LiteLLM encrypts by default in earlier releases. */
function boxed(value: string): string {
  const nonce = randomBytes(24);
  const key = createHash('sha256').update(SALT_KEY).digest();
  const sealed = xsalsa20poly1305(key, nonce).encrypt(Buffer.from(value));
  return Buffer.concat([nonce, sealed]).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** As LiteLLM encrypts by default since. */
function gcm(value: string): string {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', SALT_KEY, '', 'litellm-at-rest-v3', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  return `v3:gcm:${sealed.toString('base64url')}`;
}

/** Keys by what is special about them. Those of LiteLLM have dashes and underscores. */
export const keys = {
  alice: 'sk-Ab-cd_EFgh-12ijKLmnop',
  limited: 'sk-limitedKey0123456789a',
  digits: 'sk-endsWithDigits-42',
  red: 'sk-redTeamKey-abcdefghij',
  redToo: 'sk-redTeamKeyToo12345678',
  blocked: 'sk-blockedKey1234567890',
  expired: 'sk-expiredKey1234567890',
  ownerless: 'sk-keyOfNoAccount123456789',
  management: 'sk-managementKey1234567',
} as const;

export const LOG_ROWS = 2500;

/** A Postgres database with the tables of LiteLLM and generated rows. */
export async function liteLlmDatabase(): Promise<{ readonly url: string; readonly client: pg.Client }> {
  const { url } = await freshDatabase({ migrated: false });
  const client = new pg.Client(url);
  await client.connect();
  await client.query(readFileSync('test/fixtures/import/litellm-schema.sql', 'utf8'));
  const insert = (table: string, ...rows: Readonly<Record<string, unknown>>[]) =>
    client.query(
      `INSERT INTO "${table}" (${Object.keys(rows[0]!)
        .map((name) => `"${name}"`)
        .join(', ')})
       SELECT ${Object.keys(rows[0]!)
         .map((name) => `"${name}"`)
         .join(', ')} FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  const by = { created_by: 'test', updated_by: 'test', created_at: '2026-01-02', updated_at: '2026-01-02' };
  await insert('_prisma_migrations', {
    id: randomBytes(16).toString('hex'),
    checksum: '',
    migration_name: '20250326162113_baseline',
    started_at: '2025-04-01',
    applied_steps_count: 1,
  });
  await insert('LiteLLM_BudgetTable', {
    budget_id: 'five',
    max_budget: 5,
    budget_duration: '30d',
    rpm_limit: 10,
    ...by,
  });
  const account = { models: [], metadata: {}, model_spend: {}, model_max_budget: {} };
  await insert(
    'LiteLLM_UserTable',
    {
      user_id: 'u-alice',
      user_alias: null,
      user_email: 'alice@example.com',
      max_budget: 10,
      spend: 2.5,
      user_role: 'internal_user',
      password: 'scrypt:x',
      ...account,
    },
    { user_id: 'u-bob', user_alias: 'bob', max_budget: null, spend: 7, user_role: 'proxy_admin', ...account },
    { user_id: 'u-over', user_alias: 'over', max_budget: 1, spend: 3, ...account },
  );
  await insert('LiteLLM_TeamTable', {
    team_id: 't-red',
    team_alias: 'red',
    max_budget: 50,
    spend: 12.25,
    models: ['fast'],
    blocked: false,
    members_with_roles: {},
    metadata: {},
    model_spend: {},
    model_max_budget: {},
    created_at: '2026-01-02',
    updated_at: '2026-01-02',
    allow_team_guardrail_config: false,
  });
  const key = (clear: string, row: Readonly<Record<string, unknown>> = {}) => ({
    token: sha256(clear),
    key_name: `sk-...${clear.slice(-4)}`,
    key_alias: null,
    soft_budget_cooldown: false,
    spend: 0,
    expires: null,
    models: [],
    aliases: {},
    config: {},
    permissions: {},
    metadata: {},
    user_id: 'u-alice',
    team_id: null,
    blocked: null,
    max_budget: null,
    budget_id: null,
    allowed_routes: [],
    model_spend: {},
    model_max_budget: {},
    ...row,
  });
  await insert(
    'LiteLLM_VerificationToken',
    key(keys.alice, { key_alias: 'alice main' }),
    key(keys.limited, { key_alias: 'limited', budget_id: 'five', spend: 1.25, models: ['gpt-4o', 'groq/*'] }),
    key(keys.digits, {
      max_budget: 3,
      spend: 1,
      metadata: { allowed_ips: ['127.0.0.1', '10.0.0.0/8', '::1'] },
    }),
    key(keys.red, { team_id: 't-red', user_id: 'u-bob', key_alias: 'red 1' }),
    key(keys.redToo, { team_id: 't-red', user_id: null, key_alias: 'red 2', models: ['all-team-models'] }),
    key(keys.blocked, { blocked: true }),
    key(keys.expired, { expires: '2026-02-03T04:05:06' }),
    key(keys.ownerless, { user_id: 'u-gone' }),
    key(keys.management, { allowed_routes: ['management_routes'] }),
    key('sk-session', { team_id: 'litellm-dashboard' }),
    ...Array.from({ length: 600 }, (_, index) =>
      key(`sk-many-${index}`, { max_budget: 1 + index / 7, spend: index / 9 }),
    ),
  );
  await insert(
    'LiteLLM_ProxyModelTable',
    {
      model_id: 'm1',
      model_name: 'stored',
      litellm_params: { model: boxed('deepseek/deepseek-chat'), api_key: boxed('sk-stored-test'), rpm: 5 },
      model_info: {},
      blocked: false,
      ...by,
    },
    {
      model_id: 'm2',
      model_name: 'by-credential',
      litellm_params: {
        model: gcm('mistral/mistral-large-latest'),
        litellm_credential_name: gcm('team key'),
      },
      model_info: {},
      blocked: false,
      ...by,
    },
  );
  await insert('LiteLLM_CredentialsTable', {
    credential_id: 'c1',
    credential_name: 'team key',
    credential_values: { api_key: gcm('mistral-key-test') },
    ...by,
  });
  await client.query(
    `INSERT INTO "LiteLLM_SpendLogs" (request_id, call_type, api_key, spend, prompt_tokens, completion_tokens, "startTime", "endTime",
       model, model_group, messages)
     SELECT 'req-' || n, 'acompletion', $1, n * 0.000123, n, 2, timestamp '2026-03-04 05:06:07' + n / 3 * interval '1 ms',
       timestamp '2026-03-04 05:06:09' + n / 3 * interval '1 ms', 'azure/gpt-4o-eu', 'gpt-4o', '{"text":"private"}'
     FROM generate_series(1, $2::int) n`,
    [sha256(keys.alice), LOG_ROWS],
  );
  return { url, client };
}
