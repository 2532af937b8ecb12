/** A release and the migrations that are new in it. */
export interface Release {
  readonly version: string;
  /** Names of the classes. */
  readonly migrations: readonly string[];
}

/**
 * All releases, oldest first. `npm run release` adds one, also without migrations: a program works with databases of its own release
 * and of the ones beside it, which are counted here. Migrations that no release has belong to the next one.
 */
export const releases: readonly Release[] = [];
