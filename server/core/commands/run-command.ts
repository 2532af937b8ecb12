import { parseArgs } from 'node:util';
import { CannotStart } from './cannot-start.js';

/** A command cannot do what it is for; the message is one line for the operator. */
export class CommandRefused extends Error {}

/**
 * Runs a command and sets the exit code: what `run` returns, or 2 with a line on the error output if it fails.
 * @param failure what the line begins with
 */
export async function runCommand(failure: string, usage: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const isPlain = error instanceof CommandRefused || error instanceof CannotStart;
    const line = isPlain || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
    console.error(`tollgate: ${failure}: ${line}`);
    if (error instanceof WrongArguments) console.error(usage);
    process.exitCode = 2;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The arguments are not usable. */
export class WrongArguments extends CommandRefused {}

/**
 * The arguments of the command, by name.
 * @param required have to be there, with values
 * @throws WrongArguments
 */
export function commandArguments<R extends string, O extends string>(
  required: readonly R[],
  optional: readonly O[],
): Record<R, string> & Partial<Record<O, string>> {
  const options = [...required, ...optional].map((name) => [name, { type: 'string' }] as const);
  let values: Record<string, unknown>;
  try {
    values = parseArgs({ options: Object.fromEntries(options) }).values;
  } catch (error) {
    throw new WrongArguments(messageOf(error));
  }
  const missing = required.find((name) => !values[name]);
  if (missing !== undefined) throw new WrongArguments(`--${missing} is missing`);
  return values as Record<R, string> & Partial<Record<O, string>>;
}
