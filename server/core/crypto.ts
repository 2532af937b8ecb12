import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Length of key id, nonce and tag in front of the ciphertext. */
const SEAL_BYTES = 4 + 12 + 16;

/** Secrets of an installation beside the current one, while that is rotated (docs/secret-rotation.md). */
export interface OtherSecrets {
  /** Former secrets, of which stored values remain. */
  readonly previous?: readonly string[];
  /** Secrets that other processes may use already. */
  readonly next?: readonly string[];
}

/** How a text is found by its keyed hash: the hashes of one secret. */
export interface Lookup {
  /** Id of the secret, 8 hex characters. It reveals nothing of the secret. */
  readonly keyId: string;
  /** A former secret: what is found with it is due for the current one. */
  readonly isFormer: boolean;
  /** 64 hex characters. */
  readonly hash: (text: string) => string;
  /**
   * Keyed hash of a SHA-256, of keys that another gateway stored in that form; 64 hex characters. No text has it as its `hash`, so that
   * who knows the SHA-256 alone finds nothing.
   */
  readonly hashOfSha256: (hex: string) => string;
}

/**
 * Encryption and keyed hashes with one derived key per purpose, all from one secret (`TOLLGATE_SECRET`). Other secrets can be
 * given that decrypt and find, too; only the current one encrypts.
 */
export class Vault {
  /** Id of the current secret, which is in all that it seals. */
  readonly keyId: string;
  /** Of the current secret, the former ones, the next ones. With one secret there is one. */
  readonly lookups: readonly [Lookup, ...Lookup[]];
  private readonly keys = new Map<string, Buffer>();
  private readonly signingKeys = new Map<string, Buffer>();
  private readonly formerIds: ReadonlySet<string>;

  /** @param secret the current secret */
  constructor(secret: string, { previous = [], next = [] }: OtherSecrets = {}) {
    this.keyId = keyId(secret);
    const others = [...previous, ...next].filter((text) => keyId(text) !== this.keyId);
    for (const text of [secret, ...others]) {
      this.keys.set(keyId(text), derive(text, 'seal'));
      this.signingKeys.set(keyId(text), derive(text, 'sign'));
    }
    this.formerIds = new Set(previous.map(keyId).filter((id) => id !== this.keyId));
    const distinct = [...new Map(others.map((text) => [keyId(text), text])).values()];
    this.lookups = [this.lookupOf(secret), ...distinct.map((text) => this.lookupOf(text))];
  }

  private lookupOf(secret: string): Lookup {
    const id = keyId(secret);
    const hashKey = derive(secret, 'lookup');
    const sha256Key = derive(secret, 'lookup-sha256');
    return {
      keyId: id,
      isFormer: this.formerIds.has(id),
      hash: (text) => createHmac('sha256', hashKey).update(text).digest('hex'),
      hashOfSha256: (hex) => createHmac('sha256', sha256Key).update(hex.toLowerCase()).digest('hex'),
    };
  }

  /** Whether the id is that of a configured secret. */
  knows(id: string): boolean {
    return this.keys.has(id);
  }

  /** Encrypts for storage: `v1:<key id>:<base64url of nonce, tag, ciphertext>` (AES-256-GCM). */
  seal(plain: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.keyId)!, nonce);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `v1:${this.keyId}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /**
   * Decrypts a value made by `seal`. Text that was never sealed (imported rows) is returned unchanged.
   * @throws Error if the value was tampered with or its key is unknown
   */
  open(sealed: string): string {
    const match = /^v1:([0-9a-f]{8}):([\w-]+)$/.exec(sealed);
    if (!match) return sealed;
    const key = this.keys.get(match[1]!);
    if (!key)
      throw new Error(
        `no key ${match[1]} to decrypt with: was TOLLGATE_SECRET changed without TOLLGATE_SECRET_PREVIOUS?`,
      );
    const bytes = Buffer.from(match[2]!, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }

  /**
   * Encrypts bytes: 4 bytes of key id, nonce, tag, ciphertext (AES-256-GCM).
   * @param place where the bytes are stored; they can be decrypted only for the same place
   */
  sealBytes(plain: Buffer, place: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.keyId)!, nonce);
    cipher.setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from(this.keyId, 'hex'), nonce, cipher.getAuthTag(), body]);
  }

  /**
   * Decrypts a value made by `sealBytes`.
   * @returns undefined if it was tampered with, moved to another place, or sealed with an unknown secret
   */
  openBytes(sealed: Buffer, place: string): Buffer | undefined {
    const key = this.keys.get(sealed.toString('hex', 0, 4));
    if (!key || sealed.length < SEAL_BYTES) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(4, 16));
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(16, SEAL_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /**
   * Signs a text: `<key id>:<64 hex characters>` (HMAC-SHA-256).
   * @param purpose what the signature is for; it does not hold for another one
   */
  sign(purpose: string, text: string): string {
    return `${this.keyId}:${signatureOf(this.signingKeys.get(this.keyId)!, purpose, text)}`;
  }

  /**
   * Checks a signature made by `sign`.
   * @returns `current` or `earlier` if it is right, by the secret that made it; `unknown`: of a secret that is not known
   */
  checkSignature(purpose: string, text: string, signature: string): SignatureCheck {
    const [id = '', mac = ''] = signature.split(':');
    const key = this.signingKeys.get(id);
    if (!key) return 'unknown';
    if (!sameSecret(signatureOf(key, purpose, text), mac)) return 'wrong';
    return id === this.keyId ? 'current' : 'earlier';
  }

  /** A keyed hash of the current secret, for looking up a text without storing it. 64 hex characters. */
  lookupHash(text: string): string {
    return this.lookups[0].hash(text);
  }

  /**
   * Finds what is stored by the keyed hash of a text: by that of the current secret, and only if there is none, by those of the
   * other secrets, and once more by the current one, whose hash may have replaced that of a former one meanwhile.
   */
  async lookUp<T>(
    text: string,
    find: (hash: string, lookup: Lookup) => Promise<T | null | undefined>,
  ): Promise<T | undefined> {
    const [current, ...others] = this.lookups;
    for (const lookup of others.length === 0 ? [current] : [current, ...others, current]) {
      const found = await find(lookup.hash(text), lookup);
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  }
}

/** The vault of a process. */
export function vaultOf(env: {
  readonly TOLLGATE_SECRET: string;
  readonly TOLLGATE_SECRET_PREVIOUS: readonly string[];
  readonly TOLLGATE_SECRET_NEXT: readonly string[];
}): Vault {
  return new Vault(env.TOLLGATE_SECRET, {
    previous: env.TOLLGATE_SECRET_PREVIOUS,
    next: env.TOLLGATE_SECRET_NEXT,
  });
}

/** A text made by `Vault.seal`; group 1 is the id of its secret. */
const SEALED = /^v1:([0-9a-f]{8}):[\w-]+$/;

/** Id of the secret that a text is sealed with; undefined: it is not sealed. */
export function keyIdOf(sealed: string): string | undefined {
  return SEALED.exec(sealed)?.[1];
}

/** What a check of a signature found. */
export type SignatureCheck = 'current' | 'earlier' | 'unknown' | 'wrong';

/** Compares two secrets in constant time, also if their lengths differ. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits from a cryptographic source. */
export function randomText(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHANUMERIC[randomInt(ALPHANUMERIC.length)];
  return text;
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'tollgate', purpose, 32));
}

function signatureOf(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('hex');
}

function keyId(secret: string): string {
  return derive(secret, 'key-id').toString('hex').slice(0, 8);
}
