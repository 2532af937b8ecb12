import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** At the end of the name of a folder that is not complete. */
export const PARTIAL = '.partial';

/** Only the user that runs the program: the files have password hashes and keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A folder that a command fills. It has its name only once it is complete and on disk. */
export interface NewFolder {
  /** Its path once it is complete. */
  readonly name: string;
  /** Stores a file; a failure destroys `content`. Resolves when it is durable. */
  write(file: string, content: Readable): Promise<void>;
  /** Stores the last file, and gives the folder its name. */
  complete(file: string, text: string): Promise<void>;
  /** Removes what was stored. */
  discard(): Promise<void>;
}

/** @throws Error EEXIST if another run fills the same folder, or was killed while it did */
export async function newFolder(parent: string, name: string): Promise<NewFolder> {
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
    complete: async (file, text) => {
      await writeWhole(path.join(partial, file), text);
      await rename(partial, folder);
      await synced(parent);
    },
    discard: () => rm(partial, { recursive: true, force: true }),
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
