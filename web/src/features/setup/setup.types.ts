export type Mode = 'external' | 'self' | 'demo';

/** Form values of the wizard; username and passwords are used only if there is no super administrator. */
export interface SetupValues {
  username: string;
  password: string;
  confirmPassword: string;
  mode: Mode;
}
