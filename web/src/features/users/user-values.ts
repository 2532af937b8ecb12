/** What the form of an account holds while it is open. */
export interface UserValues {
  username: string;
  displayName: string;
  password: string;
  group: string;
  /** '' while the field is empty. */
  quota: number | string;
}
