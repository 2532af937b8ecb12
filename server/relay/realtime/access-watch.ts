import type { EventBus } from '../../core/redis/events.js';
import { ApiError } from '../../contract/errors/api-error.js';

/** An open session whose caller's access is watched. */
export interface AccessedSession {
  readonly userId: number;
  /** @throws ApiError if a new request of the same caller would be rejected */
  check(): Promise<void>;
  /** Ends the session because the caller has lost access. */
  dismiss(reason: ApiError): void;
}

/**
 * Ends sessions whose caller would be rejected now: token disabled, deleted, expired or without quota, user banned or
 * without quota, model, group or address no longer allowed. Checks after each change of the token, its user or the options,
 * made by any process, and whenever `check` is called.
 */
export class AccessWatch {
  private readonly sessions = new Set<AccessedSession>();
  /** Sessions with a check in progress. */
  private readonly checking = new Set<AccessedSession>();

  constructor(
    events: EventBus,
    private readonly report: (problem: unknown) => void,
  ) {
    events.on('token.changed', ({ userId }) => this.checkSessions(userId));
    events.on('user.changed', ({ id }) => this.checkSessions(id));
    events.on('group.moved', () => this.checkSessions());
    events.on('option.changed', () => this.checkSessions());
    events.onConnection('back', () => this.checkSessions());
  }

  /** @returns a function that stops the watch */
  watch(session: AccessedSession): () => void {
    this.sessions.add(session);
    // Something may have changed since the session was admitted.
    void this.checkSession(session);
    return () => void this.sessions.delete(session);
  }

  /** Checks every session that is not being checked already: finds expiry, and changes whose events were lost. */
  check(): void {
    for (const session of this.sessions) if (!this.checking.has(session)) void this.checkSession(session);
  }

  private checkSessions(userId?: number): void {
    for (const session of this.sessions)
      if (userId === undefined || session.userId === userId) void this.checkSession(session);
  }

  private async checkSession(session: AccessedSession): Promise<void> {
    this.checking.add(session);
    try {
      await session.check();
    } catch (problem) {
      if (!(problem instanceof ApiError)) this.report(problem);
      // With Postgres unavailable the access is unknown; the next check decides.
      else if (problem.status < 500) session.dismiss(problem);
    } finally {
      this.checking.delete(session);
    }
  }
}
