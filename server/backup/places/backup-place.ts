import type { Readable } from 'node:stream';

/** Where a backup is being made. It counts as one only once it is complete. */
export interface NewBackup {
  /** Path or address. */
  readonly name: string;
  /** Stores a file; a failure destroys `content`. Resolves when it is durable. */
  write(file: string, content: Readable): Promise<void>;
  /** Stores the manifest, by which the backup is complete. */
  complete(manifest: string): Promise<void>;
  /** Removes what was stored. */
  discard(): Promise<void>;
}

/** A backup that is read. */
export interface StoredBackup {
  readonly name: string;
  /** @throws Error if there is no such file */
  read(file: string): Promise<Readable>;
}

/** Name of a backup, by its time. */
export function backupName(at: Date): string {
  return `tollgate-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}
