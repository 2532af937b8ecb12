import type { Message } from '../connections/message.js';
import { textOf } from '../connections/message.js';

/** A program cannot run in its environment; the message is one line for the operator and contains no secret. */
export class CannotStart extends Error {}

/** Messages about the environment that are not about a connection. */
export const startMessages = {
  secretFile: {
    problem: 'cannot read {file} ({code})',
    cause: 'A variable …_FILE names a file that is missing, is a directory, or belongs to another user',
    remedy: 'correct the path, mount the file, or let the user of the process read it',
  },
  emptySecretFile: {
    problem: '{file} is empty',
    cause: 'The secret was created without content',
    remedy: 'write the value into the file',
  },
  secretTwice: {
    problem: '{name} is set, too',
    cause: 'A secret comes both from its variable and from a file',
    remedy: 'set only one of the two',
  },
  dataDirectory: {
    problem: '{directory} cannot be written to by uid {uid} ({code})',
    cause: 'The directory or volume belongs to another user, or is mounted read-only',
    remedy: 'give that user the right to write, or name another directory',
  },
  portUsed: {
    problem: '{port} is used by another program on {host}',
    cause: 'Another program listens on the port, perhaps an earlier instance',
    remedy: 'stop that program, or set PORT',
  },
  portForbidden: {
    problem: 'no right to listen on {port}',
    cause: 'Ports below 1024 need a privilege',
    remedy: 'choose a port above 1023',
  },
  hostForeign: {
    problem: '{host} is no address of this machine',
    cause: 'HOST names another machine, or an interface that is not up',
    remedy: 'set HOST=0.0.0.0, or an address of this machine',
  },
} as const satisfies Record<string, Message>;

const LISTEN_ERRORS: Readonly<Record<string, readonly ['PORT' | 'HOST', Message]>> = {
  EADDRINUSE: ['PORT', startMessages.portUsed],
  EACCES: ['PORT', startMessages.portForbidden],
  EADDRNOTAVAIL: ['HOST', startMessages.hostForeign],
  ENOTFOUND: ['HOST', startMessages.hostForeign],
  EAI_AGAIN: ['HOST', startMessages.hostForeign],
};

/** Explains why a server cannot listen. Other errors are returned as they are. */
export function explainListen(error: unknown, host: string, port: number): unknown {
  const found = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
  if (!found) return error;
  const [variable, message] = found;
  return new CannotStart(`${variable}: ${textOf(message, { host, port: String(port) })}`, { cause: error });
}

/** Prints one line to stderr and exits with code 1. @throws the error if it is not a CannotStart */
export function exitUnableToStart(error: unknown): never {
  if (!(error instanceof CannotStart)) throw error;
  console.error(`tollgate: ${error.message}`);
  process.exit(1);
}
