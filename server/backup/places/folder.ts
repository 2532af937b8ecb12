import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MANIFEST, PARTIAL } from '../backup-format.js';
import type { NewBackup, StoredBackup } from './backup-place.js';

/** Only the user that runs the program: the rows have password hashes and sealed keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A folder within another one, which has its name only once it is complete and on disk. */
export async function newFolder(parent: string, name: string): Promise<NewBackup> {
  const folder = path.join(parent, name);
  const partial = `${folder}${PARTIAL}`;
  await mkdir(parent, { recursive: true });
  await mkdir(partial, { mode: FOLDER_MODE });
  return {
    name: folder,
    write: (file, content) =>
      pipeline(
        content,
        createWriteStream(path.join(partial, file), { flags: 'wx', mode: FILE_MODE, flush: true }),
      ),
    complete: async (manifest) => {
      await writeWhole(path.join(partial, MANIFEST), manifest);
      await rename(partial, folder);
      await synced(parent);
    },
    discard: () => rm(partial, { recursive: true, force: true }),
  };
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

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name in a folder outlives a crash of the machine only once the folder is on disk. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
