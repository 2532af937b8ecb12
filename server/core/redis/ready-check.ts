import { Command, type Redis } from 'ioredis';
import { within } from '../deadline.js';
import { RedisRefused, problemOf } from './requirements.js';
import { ShardRedis } from './cluster/shard-redis.js';
import { keysOf } from './scripts/keys.js';
import { markProblem, markScript } from './scripts/mark.js';

/** How long Redis may take for the check of one connection, milliseconds. */
const TIMEOUT_MS = 5000;

/** Sends a command before the connection is ready, which no other caller can. */
type Send = (name: string, ...args: (string | number)[]) => Promise<unknown>;

/** What the check uses of ioredis: the step between its own handshake and the event `ready`. */
interface Handshake {
  readonly stream: NodeJS.WritableStream & { readonly writable: boolean };
  readonly condition: { readonly select?: number };
  readonly commandQueue: { push(item: object): unknown };
  _readyCheck(done: (error: unknown, info?: object) => void): void;
}

/**
 * Makes a connection ready only after Redis has passed the check, at the start and at every reconnect: no command reaches a
 * Redis that belongs to another installation or cannot be charged in. Until then commands fail at once, as during an
 * outage, and the connection emits the reason as `error` and tries again.
 *
 * It takes the place of the check of ioredis, which reads INFO alone: ioredis reports a failed SELECT and goes on in database 0.
 *
 * @param installation id of the installation (`installationId`); '' = the mark is neither compared nor written
 */
export function checkBeforeReady(redis: Redis, installation: string): void {
  const handshake = redis as unknown as Handshake;
  handshake._readyCheck = (done) => {
    const database = handshake.condition.select ?? 0;
    within(check(sender(handshake), database, redis, installation), TIMEOUT_MS, 'Redis').then(
      () => done(null, {}),
      (error: unknown) => done(error),
    );
  };
}

/** @throws RedisRefused, or the error of a Redis that is not ready yet */
async function check(send: Send, database: number, redis: Redis, installation: string): Promise<void> {
  if (database > 0) await selected(send, database);
  const isShard = redis instanceof ShardRedis;
  const problem = problemOf(String(await allowed(send('info'))), isShard);
  if (problem) throw problem;
  const keys = keysOf(redis);
  const named = isShard ? [keys.installation, keys.absent] : [];
  const marked = send('eval', markScript(keys), named.length, ...named, installation);
  const denied = markProblem(await allowed(marked), installation);
  if (denied) throw denied;
}

async function selected(send: Send, database: number): Promise<void> {
  try {
    await send('select', database);
  } catch (error) {
    if (!isReply(error)) throw error;
    throw new RedisRefused(
      `Redis (REDIS_URL) has no database ${database} for this user (${error.message}): set a number in REDIS_URL that it has, or give this installation a Redis of its own`,
    );
  }
}

/** Settles like `reply`. @throws RedisRefused, which names the remedy, where Redis refuses the login or a command */
export async function allowed<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!isReply(error) || !/^(NOPERM|NOAUTH|ERR unknown command)/.test(error.message)) throw error;
    throw new RedisRefused(
      error.message.startsWith('NOAUTH')
        ? 'Redis (REDIS_URL) requires a password: set it in REDIS_URL'
        : `the user of Redis (REDIS_URL) lacks a right (${error.message}): grant it the commands named in docs/deployment.md`,
    );
  }
}

/** Redis answered with an error; a lost connection is none. */
function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

function sender(redis: Handshake): Send {
  const { stream, commandQueue, condition } = redis;
  return (name, ...args) => {
    const command = new Command(name, args, { replyEncoding: 'utf8' });
    if (!stream.writable) return Promise.reject(new Error('Connection is closed.'));
    stream.write(command.toWritable(stream));
    commandQueue.push({ command, stream: undefined, select: condition.select });
    return command.promise;
  };
}
