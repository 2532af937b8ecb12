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

/** Encryption and keyed hashes with one derived key per purpose, all from one secret (`TOLLGATE_SECRET`). */
export class Vault {
  private readonly keys = new Map<string, Buffer>();
  private readonly signingKeys = new Map<string, Buffer>();
  private readonly hashKey: Buffer;
  private readonly current: string;

  /**
   * @param secret the current secret
   * @param older earlier secrets, which can still decrypt values sealed with them
   */
  constructor(secret: string, older: readonly string[] = []) {
    this.current = keyId(secret);
    for (const text of [...older, secret]) {
      this.keys.set(keyId(text), derive(text, 'seal'));
      this.signingKeys.set(keyId(text), derive(text, 'sign'));
    }
    this.hashKey = derive(secret, 'lookup');
  }

  /** Encrypts for storage: `v1:<key id>:<base64url of nonce, tag, ciphertext>` (AES-256-GCM). */
  seal(plain: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.current)!, nonce);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `v1:${this.current}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /**
   * Decrypts a value made by `seal`. Text that was never sealed (imported rows) is returned unchanged.
   * @throws Error if the value was tampered with or its key is unknown
   */
  open(sealed: string): string {
    const match = /^v1:([0-9a-f]{8}):([\w-]+)$/.exec(sealed);
    if (!match) return sealed;
    const key = this.keys.get(match[1]!);
    if (!key) throw new Error(`no key ${match[1]} to decrypt with: was TOLLGATE_SECRET changed?`);
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
    const cipher = createCipheriv('aes-256-gcm', this.keys.get(this.current)!, nonce);
    cipher.setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from(this.current, 'hex'), nonce, cipher.getAuthTag(), body]);
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
    return `${this.current}:${signatureOf(this.signingKeys.get(this.current)!, purpose, text)}`;
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
    return id === this.current ? 'current' : 'earlier';
  }

  /** A keyed hash for looking up a secret without storing it. 64 hex characters. */
  lookupHash(secret: string): string {
    return createHmac('sha256', this.hashKey).update(secret).digest('hex');
  }
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
