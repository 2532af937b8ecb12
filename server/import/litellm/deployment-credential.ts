import { defaultKeyVariable } from './provider-prefixes.js';

/** How LiteLLM names the value of an environment variable. */
const VARIABLE = /^os\.environ\/(.+)$/;

/** What is known of the environment of LiteLLM, by name. */
export interface Variables {
  /** Set by its configuration: these values are stored. */
  readonly configured: Readonly<Record<string, unknown>>;
  /** Of this process: addresses and versions are read of it, keys are not. */
  readonly environment: (name: string) => string | undefined;
}

/** A key as a channel has it. */
export interface Credential {
  /** Plain text, or a reference. */
  readonly key: string;
  /** The name of the variable that has it. */
  readonly reference: string | undefined;
  /** Parts of it are missing, or in variables: it cannot be used as it is. */
  readonly isIncomplete: boolean;
}

/** A value that is no secret; undefined: the variable that has it is not set. */
export function readVariable(value: unknown, { configured, environment }: Variables): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  const name = VARIABLE.exec(value)?.[1];
  if (name === undefined) return value.trim();
  const set = configured[name];
  return typeof set === 'string' ? set : environment(name);
}

/** The credential of a deployment. Keys in variables become references, which are read where they are used. */
export function credentialOf(
  provider: string,
  params: Readonly<Record<string, unknown>>,
  variables: Variables,
): Credential {
  const part = (name: string) => keyPart(params[name], variables);
  if (provider.startsWith('bedrock')) {
    const region = readVariable(params.aws_region_name, variables) ?? '';
    const bearer = part('api_key');
    const [id, secret] = [part('aws_access_key_id'), part('aws_secret_access_key')];
    const session = part('aws_session_token');
    const parts =
      bearer === '' ? [id, secret, region, ...(session === '' ? [] : [session])] : [bearer, region];
    return composed(parts);
  }
  if (provider.startsWith('vertex_ai')) {
    const account = part('vertex_credentials');
    // A path names a file of the other machine.
    if (account?.startsWith('{')) return { key: account, reference: undefined, isIncomplete: false };
    return account === undefined ? reference(params.vertex_credentials) : incomplete;
  }
  const key = part('api_key');
  if (key === undefined) return reference(params.api_key);
  if (key !== '') return { key, reference: undefined, isIncomplete: false };
  const variable = defaultKeyVariable(provider);
  return variable === ''
    ? { key: 'none', reference: undefined, isIncomplete: false }
    : reference(`os.environ/${variable}`);
}

const incomplete: Credential = { key: '', reference: undefined, isIncomplete: true };

/** undefined: it is in a variable whose value is not known. */
function keyPart(value: unknown, { configured }: Variables): string | undefined {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value !== 'string') return '';
  const name = VARIABLE.exec(value)?.[1];
  if (name === undefined) return value.trim();
  const set = configured[name];
  return typeof set === 'string' ? set : undefined;
}

function reference(value: unknown): Credential {
  const name = VARIABLE.exec(String(value))?.[1] ?? '';
  return { key: `env:${name}`, reference: name, isIncomplete: false };
}

/** A key of several parts, none of which can be a reference. */
function composed(parts: readonly (string | undefined)[]): Credential {
  if (parts.some((part) => part === undefined || part === '')) return incomplete;
  return { key: parts.join('|'), reference: undefined, isIncomplete: false };
}
