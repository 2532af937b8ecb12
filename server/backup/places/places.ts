import type { Env } from '../../core/env.js';
import type { NewBackup, StoredBackup } from './backup-place.js';
import { newBackupFolder, storedFolder } from './folder.js';
import { isS3, newObjects, storedObjects } from './s3.js';

/** @param to folder or `s3://BUCKET/PREFIX` in which the backup is made */
export function newBackup(env: Env, to: string, name: string): Promise<NewBackup> {
  return isS3(to) ? newObjects(env, to, name) : newBackupFolder(to, name);
}

/** @param from folder or `s3://BUCKET/PREFIX` of the backup */
export async function storedBackup(env: Env, from: string): Promise<StoredBackup> {
  return isS3(from) ? storedObjects(env, from) : storedFolder(from);
}
