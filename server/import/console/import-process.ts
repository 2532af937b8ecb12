import { fork } from 'node:child_process';
import path from 'node:path';
import { productFolder } from '../../core/version.js';
import type { ImportEvent } from '../import-events.js';
import { BY_SERVER } from '../server-channel.js';

const PROGRAM = path.join(productFolder, 'dist/server/import/import.command.js');
/** Memory of the program's objects, MiB: it holds batches of rows, not tables. */
const MAX_MEMORY_MB = 1024;
/** Kept of what it says to operators, characters. */
const MAX_OUTPUT = 4000;

export interface ImportProcess {
  /** How it ended; `output`: the end of its error output. */
  readonly ended: Promise<{ output: string }>;
  kill(): void;
}

/**
 * Runs the import command in a process of its own, so that its work does not delay requests. It gets its arguments by a channel, since
 * they may contain a password, and ends when this process does.
 */
export function runImport(args: readonly string[], onEvent: (event: ImportEvent) => void): ImportProcess {
  const child = fork(PROGRAM, [BY_SERVER], {
    execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  child.on('message', (event) => onEvent(event as ImportEvent));
  child.send([...args], () => undefined);
  const ended = new Promise<{ output: string }>((resolve) => {
    child.once('error', (error) => resolve({ output: String(error) }));
    // After `exit`, messages may still arrive.
    child.once('close', () => resolve({ output }));
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}
