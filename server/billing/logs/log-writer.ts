import type { EntityManager } from 'typeorm';

/** A row of the log that is not a charge: 1 top-up, 3 administrator's action, 4 system. */
export interface ManagementLog {
  /** Whom it is about. */
  readonly userId: number;
  readonly username: string;
  readonly type: 1 | 3 | 4;
  readonly content: string;
  /** Shown to administrators; for actions `{ admin_info: { admin_id, admin_username } }`. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** Writes rows of the log inside the transaction of what they tell about. */
export interface LogsWriter {
  write(manager: EntityManager, log: ManagementLog): Promise<void>;
}

export const LOGS_WRITER = Symbol('logs writer');
