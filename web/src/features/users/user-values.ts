/** Form values of a user. */
export interface UserValues {
  username: string;
  displayName: string;
  password: string;
  group: string;
  /** '' while the field is empty. */
  quota: number | string;
  /** Why the quota changes. */
  reason: string;
}
