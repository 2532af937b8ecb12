import type { Redis } from 'ioredis';
import { accountChangesLua, NOW } from './keys.js';
import { reserveLua, reserveArguments, type ReserveAnswer, type ReserveItem } from './reserve.js';
import { Script } from './script.js';
import { countSuccessesLua, settleLua, settleArguments, type SettleItem } from './settle.js';

// Settlements come first: what they release is available to the reservations of the same call.
const turn = new Script(
  (keys) => `
local epoch, owner, journalLimit = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('GET', '${keys.epoch}') ~= epoch then return 0 end
local holds = '${keys.holds}' .. owner
${NOW}
${accountChangesLua(keys)}
${settleLua(keys)}
${countSuccessesLua(keys)}
${reserveLua(keys)}
local settles, successes = tonumber(ARGV[4]), tonumber(ARGV[5])
local firstSuccess = 6 + 3 * settles
local firstReserve = firstSuccess + successes
local reserves = (#ARGV - firstReserve + 1) / 2
local ids, answers = {}, {}
if settles > 0 then ids = settle(6, settles) end
countSuccesses(firstSuccess, successes)
if reserves > 0 then
  if redis.call('ZSCORE', '${keys.owners}', owner) then answers = reserve(firstReserve, reserves)
  else answers = 0 end
end
writeChanges()
return {ids, answers}
`,
);

/** What a process sends to the ledger in one turn of its event loop. At most a few hundred items together. */
export interface LedgerTurn {
  /**
   * Each removes the hold, adds the charge to the outstanding amount, appends the journal entry and counts the success.
   */
  settles: readonly SettleItem[];
  /** Each checks limits and balances, independently of the others, and creates the hold. */
  reserves: readonly ReserveItem[];
}

/** Results in the order of the items; undefined where the process must join the journal again first. */
export interface LedgerTurnAnswer {
  /** Stream ids. */
  settles: string[] | undefined;
  reserves: ReserveAnswer[] | undefined;
}

/**
 * Settles and reserves requests in one call.
 * @param journalLimit number of entries in the journal from which nothing is reserved
 */
export async function runTurn(
  redis: Redis,
  memory: { epoch: string; owner: string },
  journalLimit: number,
  { settles, reserves }: LedgerTurn,
): Promise<LedgerTurnAnswer> {
  const successes = settles.filter(({ windowSeconds }) => windowSeconds > 0);
  const args: (string | number)[] = [
    memory.epoch,
    memory.owner,
    journalLimit,
    settles.length,
    successes.length,
  ];
  for (const item of settles) args.push(...settleArguments(item));
  for (const { userId, windowSeconds, successLimit } of successes)
    args.push(`${userId} ${windowSeconds} ${successLimit}`);
  for (const item of reserves) args.push(...reserveArguments(item));
  const answer = await turn.run(redis, args);
  if (!Array.isArray(answer)) return { settles: undefined, reserves: undefined };
  const [ids, answers] = answer as [string[], ReserveAnswer[] | 0];
  return { settles: ids, reserves: answers === 0 ? undefined : answers };
}
