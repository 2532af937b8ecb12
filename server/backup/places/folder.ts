import { open } from 'node:fs/promises';
import path from 'node:path';
import { newFolder } from '../../core/commands/new-folder.js';
import { MANIFEST } from '../backup-format.js';
import type { NewBackup, StoredBackup } from './backup-place.js';

/** A folder within another one, which has its name only once the backup is complete and on disk. */
export async function newBackupFolder(parent: string, name: string): Promise<NewBackup> {
  const folder = await newFolder(parent, name);
  return { ...folder, complete: (manifest) => folder.complete(MANIFEST, manifest) };
}

export function storedFolder(folder: string): StoredBackup {
  return {
    name: folder,
    read: async (file) => {
      const handle = await open(path.join(folder, file));
      return handle.createReadStream();
    },
  };
}
