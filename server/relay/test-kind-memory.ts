import type { Redis } from 'ioredis';
import { testKinds, type TestKind } from './channel-test-request.js';

/** The number is that of the format. */
const PREFIX = 'channel-test:kind:1';
const LIFETIME_SECONDS = 30 * 86_400;

/**
 * Remembers how models were called in tests that passed, where their names say something else. It only saves requests:
 * without it, or if it is wrong, the other kinds are tried.
 */
export class TestKindMemory {
  /** @param report receives failures of Redis */
  constructor(
    private readonly redis: Redis,
    private readonly report: (problem: unknown) => void,
  ) {}

  /** @param model upstream name */
  async kindOf(channelId: number, model: string): Promise<TestKind | undefined> {
    try {
      const stored = await this.redis.get(keyOf(channelId, model));
      return testKinds.find((kind) => kind === stored);
    } catch (problem) {
      this.report(problem);
      return undefined;
    }
  }

  async remember(channelId: number, model: string, kind: TestKind): Promise<void> {
    try {
      await this.redis.set(keyOf(channelId, model), kind, 'EX', LIFETIME_SECONDS);
    } catch (problem) {
      this.report(problem);
    }
  }
}

function keyOf(channelId: number, model: string): string {
  return `${PREFIX}:${channelId}:${model}`;
}
