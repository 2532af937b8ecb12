import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  keyReferenceError,
  placeOf,
  wholeValue,
  type KeyReferenceProblem,
  type KeySource,
} from './key-source.js';

/** Bytes of a value; the largest are key files of service accounts. */
const MAX_BYTES = 64 * 1024;

const PROBLEMS: Readonly<Record<string, KeyReferenceProblem>> = {
  ENOENT: 'key_reference_missing',
  ENOTDIR: 'key_reference_missing',
  EISDIR: 'key_reference_missing',
  EACCES: 'key_reference_denied',
  EPERM: 'key_reference_denied',
};

/** `file:PATH`: files below one directory, named by their path in it or from the root. */
export class FileSource implements KeySource {
  readonly scheme = 'file';
  readonly missingVariable: string | undefined;

  /** @param directory undefined: no file may be read */
  constructor(private readonly directory: string | undefined) {
    this.missingVariable = directory === undefined ? 'KEY_REFERENCE_DIR' : undefined;
  }

  async read(reference: string, signal: AbortSignal): Promise<string> {
    if (this.directory === undefined) throw keyReferenceError('key_reference_not_allowed', reference);
    const file = path.resolve(this.directory, placeOf(reference));
    // Before anything is opened: the answer must not tell which files exist elsewhere.
    if (!isBelow(path.resolve(this.directory), file))
      throw keyReferenceError('key_reference_not_allowed', reference);
    try {
      const target = await realpath(file);
      // A symbolic link may lead elsewhere; those of mounted secrets of Kubernetes lead to a folder in the directory.
      if (!isBelow(await realpath(this.directory), target))
        throw keyReferenceError('key_reference_not_allowed', reference);
      return wholeValue(await contentOf(target, reference, signal), reference);
    } catch (error) {
      const code = PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''];
      throw code === undefined ? error : keyReferenceError(code, reference);
    }
  }
}

async function contentOf(file: string, reference: string, signal: AbortSignal): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    signal.throwIfAborted();
    if (size > MAX_BYTES) throw keyReferenceError('key_reference_invalid', reference);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function isBelow(directory: string, file: string): boolean {
  return file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
}
