/** Injection tokens of providers that have no class of their own. */

/** The parsed environment (`Env`). */
export const ENV = Symbol('environment');

/** The shared ioredis connection for commands. It never queues: while Redis is unreachable every command fails at once. */
export const REDIS = Symbol('redis commands');

/** The connection in subscriber mode; only the EventBus uses it. */
export const REDIS_SUBSCRIBER = Symbol('redis subscriber');
