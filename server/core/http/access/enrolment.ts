import type { AccountState } from './account.js';

/** Says whether an account must set up a second factor before it may go on; a feature provides it under `ENROLMENT_RULE`. */
export interface EnrolmentRule {
  /** @throws if a database is away */
  isOverdue(account: AccountState): Promise<boolean>;
}

export const ENROLMENT_RULE = Symbol('enrolment rule');
