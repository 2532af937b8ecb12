import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

const GCM = /^v([23]):gcm:(.*)$/s;
const [GCM_NONCE_BYTES, GCM_TAG_BYTES] = [12, 16];
const [BOX_NONCE_BYTES, BOX_TAG_BYTES] = [24, 16];

/**
 * Decrypts a value that LiteLLM encrypted with `LITELLM_SALT_KEY`, or with its master key where that is not set: NaCl's secretbox, in
 * base64, whose key is the SHA-256 of the salt key; `v2:gcm:` is AES-256-GCM with the same key, and `v3:gcm:` with one by HKDF.
 * Source: litellm/proxy/common_utils/encrypt_decrypt_utils.py at https://github.com/BerriAI/litellm
 * @returns undefined if it is not encrypted, or with another key
 */
export function openedValue(value: string, saltKey: string): string | undefined {
  try {
    const gcm = GCM.exec(value);
    const opened = gcm ? openGcm(gcm[2] ?? '', gcmKey(gcm[1] ?? '', saltKey)) : openBox(value, saltKey);
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch {
    return undefined;
  }
}

function gcmKey(version: string, saltKey: string): Buffer {
  if (version === '2') return digest(saltKey);
  return Buffer.from(hkdfSync('sha256', saltKey, '', 'litellm-at-rest-v3', 32));
}

function openGcm(base64: string, key: Buffer): Buffer {
  const bytes = Buffer.from(base64, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, GCM_NONCE_BYTES), {
    authTagLength: GCM_TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-GCM_TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(GCM_NONCE_BYTES, -GCM_TAG_BYTES)), decipher.final()]);
}

/** Base64 of both alphabets: earlier releases wrote the standard one. */
function openBox(base64: string, saltKey: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < BOX_NONCE_BYTES + BOX_TAG_BYTES) throw new TypeError('too short for a secretbox');
  return xsalsa20poly1305(digest(saltKey), bytes.subarray(0, BOX_NONCE_BYTES)).decrypt(
    bytes.subarray(BOX_NONCE_BYTES),
  );
}

function digest(saltKey: string): Buffer {
  return createHash('sha256').update(saltKey).digest();
}
