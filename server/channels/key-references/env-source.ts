import { variable } from '../../core/env.js';
import { CLOUD_CREDENTIALS, SECRETS } from '../../core/secret-files.js';
import { keyReferenceError, placeOf, wholeValue, type KeySource } from './key-source.js';

const UNREADABLE = [...SECRETS, ...CLOUD_CREDENTIALS];

/** `env:NAME`: variables of the process whose names begin with a prefix. */
export class EnvSource implements KeySource {
  readonly scheme = 'env';

  constructor(private readonly prefix: string) {}

  async read(reference: string): Promise<string> {
    const name = placeOf(reference);
    if (!/^[A-Za-z_]\w*$/.test(name)) throw keyReferenceError('key_reference_invalid', reference);
    // Whatever the prefix is, an administrator reads no secret of the gateway.
    if (!name.startsWith(this.prefix) || UNREADABLE.some((secret) => name.startsWith(secret)))
      throw keyReferenceError('key_reference_not_allowed', reference);
    return wholeValue(variable(name) ?? '', reference);
  }
}
