import { once } from 'node:events';
import type { ReportEvent } from './import-events.js';

/** Of a program that a server started for the console: its real arguments come in a message, since others can read a command line. */
export const BY_SERVER = '--by-server';

const isByServer = process.argv.includes(BY_SERVER) && process.send !== undefined;

/** Sends events to the server that started this program; undefined: none did. */
export const reportToServer: ReportEvent | undefined = isByServer
  ? (event) => {
      if (process.connected) process.send?.(event);
    }
  : undefined;

/**
 * The arguments that the server sends. From then on the program ends with the server, in the middle of a transaction that Postgres rolls
 * back: another run continues.
 * @returns undefined if no server started this program
 */
export async function serverArguments(): Promise<string[] | undefined> {
  if (!isByServer) return undefined;
  process.once('disconnect', () => process.exit(3));
  const [args] = (await once(process, 'message')) as [string[]];
  process.channel?.unref();
  return args;
}
