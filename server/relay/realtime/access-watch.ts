import type { EventBus } from '../../core/redis/events.js';
import { ApiError } from '../../core/api-error.js';

/** Milliseconds between two looks at what no event tells: expiry, and changes whose events were lost. */
const LOOK_MS = 5000;

/** An open session, as far as its caller's rights go. */
export interface AccessedSession {
  readonly userId: number;
  /** @throws Refusal as a new request of the same caller would be refused */
  check(): Promise<void>;
  /** The caller may not go on. */
  dismiss(reason: ApiError): void;
}

/**
 * Ends sessions whose caller would be refused by now: token disabled, deleted, expired or without quota, owner banned or
 * without quota, model, group or address no longer allowed. Asked again at each change of the token, its owner or the
 * options, wherever it was made, and every few seconds.
 */
export class AccessWatch {
  private readonly sessions = new Set<AccessedSession>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    events: EventBus,
    private readonly report: (problem: unknown) => void,
  ) {
    events.on('token.changed', ({ userId }) => this.look(userId));
    events.on('user.changed', ({ id }) => this.look(id));
    events.on('option.changed', () => this.look());
    events.onConnection('back', () => this.look());
  }

  /** @returns how to stop */
  watch(session: AccessedSession): () => void {
    this.sessions.add(session);
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    // Something may have changed since the session was let in.
    void this.ask(session);
    return () => {
      this.sessions.delete(session);
      if (this.sessions.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private look(userId?: number): void {
    for (const session of this.sessions)
      if (userId === undefined || session.userId === userId) void this.ask(session);
  }

  private async ask(session: AccessedSession): Promise<void> {
    try {
      await session.check();
    } catch (problem) {
      if (!(problem instanceof ApiError)) this.report(problem);
      // While Postgres is away nobody knows; the next look will.
      else if (problem.status < 500) session.dismiss(problem);
    }
  }
}
