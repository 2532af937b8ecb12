import type { OptionKey } from '../contract/options/index.js';
import type { RequestOrigin, SignedIn } from '../core/http/access/account.js';

/** The user who changes an option. */
export interface OptionActor {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  /** How the request was authenticated, as far as known. */
  readonly by?: SignedIn['by'];
  readonly origin?: RequestOrigin | undefined;
}

/** True for system access tokens and admin keys, which programs use. */
export function isProgram({ by }: Pick<OptionActor, 'by'>): boolean {
  return by === 'access-token' || by === 'admin-key';
}

/** One changed option. Values of secrets are `***`. */
export interface OptionChange {
  readonly key: OptionKey;
  readonly before: string;
  readonly after: string;
}

/** What belongs together in the records of changes. */
export interface SaveOperation {
  /** UUID. */
  readonly id: string;
  /** What the actor used; each record declares its own values. */
  readonly how: string;
  /** The operation whose changes this one takes back. */
  readonly undoes?: string;
}

/** The options that one transaction changed. */
export interface OptionSave {
  readonly actor: OptionActor;
  readonly changes: readonly OptionChange[];
  /** The actor accepts the consequences that a hook would refuse otherwise. */
  readonly isConfirmed: boolean;
  readonly operation: SaveOperation | undefined;
}

/** How an option is saved. */
export interface SaveTerms {
  /** The value that the editor displayed; the change is refused if it is another by now. */
  readonly shown?: string | undefined;
  /** See `OptionSave.isConfirmed`. */
  readonly confirmed?: boolean | undefined;
  readonly operation?: SaveOperation;
}
