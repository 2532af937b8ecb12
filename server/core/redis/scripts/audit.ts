import type { Redis } from 'ioredis';
import { Script } from './script.js';

/** Longer journals are not audited: the script blocks Redis while it runs. */
const AUDIT_LIMIT = 50_000;

const audit = new Script(
  (keys) => `
local length = redis.call('XLEN', '${keys.journal}')
if length > ${AUDIT_LIMIT} then return {length, 0, {}, 1} end
local claims, order = {}, {}
local function claim(key, amount)
  if not claims[key] then claims[key] = 0 order[#order + 1] = key end
  claims[key] = claims[key] + amount
end
local function add(user, token, amount)
  claim('${keys.user}' .. user, amount)
  if token ~= '0' then claim('${keys.token}' .. token, amount) end
end
for _, entry in ipairs(redis.call('XRANGE', '${keys.journal}', '-', '+')) do
  local fields = entry[2]
  local user, token, charge
  if fields[3] == 'a' then user, token, charge = fields[4]:match('^(%d+) (%d+) (%d+)$')
  -- Written by servers before 22 November 2026.
  elseif fields[3] == 'u' then user, token, charge = fields[4], fields[6], fields[8] end
  if user then add(user, token, tonumber(charge)) end
end
local open = 0
for _, owner in ipairs(redis.call('ZRANGE', '${keys.owners}', 0, -1)) do
  for _, text in ipairs(redis.call('HVALS', '${keys.holds}' .. owner)) do
    local user, token, amount = text:match('^(%d+) (%d+) (%d+)$')
    add(user, token, tonumber(amount))
    open = open + 1
  end
end
local function scan(pattern)
  local cursor = '0'
  repeat
    local page = redis.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', 1000)
    cursor = page[1]
    for _, key in ipairs(page[2]) do claim(key, 0) end
  until cursor == '0'
end
scan('${keys.user}*')
scan('${keys.token}*')
local wrong = {}
for _, key in ipairs(order) do
  local outstanding = redis.call('HGET', key, 'o') or '0'
  if tonumber(outstanding) ~= claims[key] then
    wrong[#wrong + 1] = {key, outstanding, string.format('%.0f', claims[key])}
  end
end
return {length, open, wrong, 0}
`,
);

/** Result of checking the ledger data in Redis for consistency, at one instant. */
export interface JournalAudit {
  /** Entries waiting to be posted. */
  journalEntries: number;
  openHolds: number;
  /** Accounts whose outstanding amount is not the sum of their open holds and waiting charges. */
  wrong: { account: string; outstanding: number; expected: number }[];
  /** True if the journal was too long to audit without blocking Redis. */
  skipped: boolean;
}

/**
 * Compares every account's outstanding amount with the sum of its open holds and waiting charges. Takes about a second
 * per million keys.
 */
export async function auditJournal(redis: Redis): Promise<JournalAudit> {
  const answer = await audit.run(redis, [], 30_000);
  const [journalEntries, openHolds, wrong, skipped] = answer as [
    number,
    number,
    [string, string, string][],
    number,
  ];
  return {
    journalEntries,
    openHolds,
    wrong: wrong.map(([key, outstanding, expected]) => ({
      account: key.replace(/^tollgate:(?:\{[^}]+\}:)?(user|token):/, '$1 '),
      outstanding: Number(outstanding),
      expected: Number(expected),
    })),
    skipped: skipped === 1,
  };
}
