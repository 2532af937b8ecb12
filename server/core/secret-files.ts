import { readFileSync } from 'node:fs';
import { startMessages } from './commands/cannot-start.js';
import { textOf } from './connections/message.js';

/** Variables whose value can come from a file, named by the variable with `_FILE` at its end. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'TOLLGATE_SECRET',
  'TOLLGATE_SECRET_PREVIOUS',
  'TOLLGATE_SECRET_NEXT',
  'METRICS_TOKEN',
  'INITIAL_ROOT_PASSWORD',
  'VAULT_TOKEN',
  'VAULT_SECRET_ID',
  'AZURE_CLIENT_SECRET',
] as const;

/** Variables with which the process signs in to clouds, besides those above; platforms set them. */
export const CLOUD_CREDENTIALS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'IDENTITY_HEADER',
] as const;

/**
 * Replaces `NAME_FILE` by `NAME` with the content of the file, without a line break at its end. Empty variables count as
 * not set.
 * @returns the environment without the `_FILE` variables of secrets, and one line per problem
 */
export function withSecretFiles(source: Readonly<Record<string, string | undefined>>): {
  readonly values: Record<string, string | undefined>;
  readonly problems: readonly string[];
} {
  const values = { ...source };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = values[variable];
    delete values[variable];
    if (!file) continue;
    if (values[name]) problems.push(`${variable}: ${textOf(startMessages.secretTwice, { name })}`);
    else
      try {
        const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (secret === '') problems.push(`${variable}: ${textOf(startMessages.emptySecretFile, { file })}`);
        values[name] = secret;
      } catch (error) {
        const { code = 'unreadable' } = error as NodeJS.ErrnoException;
        problems.push(`${variable}: ${textOf(startMessages.secretFile, { file, code })}`);
      }
  }
  return { values, problems };
}
