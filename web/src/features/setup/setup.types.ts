/** GET /api/setup. */
export interface SetupState {
  /** All is done. */
  status: boolean;
  /** There is a super administrator already. */
  root_init: boolean;
  database_type: string;
}

export type Mode = 'external' | 'self' | 'demo';

/** What the wizard asks; name and passwords count only while there is no super administrator. */
export interface SetupValues {
  username: string;
  password: string;
  confirmPassword: string;
  mode: Mode;
}
