import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Vault } from '../../core/crypto.js';
import { COMPACTION_MARK } from '../../dialects/protocols/openai-responses/encrypted-content.js';

/** Characters of a summary; no model writes more. */
const MAX_SUMMARY = 8 * 1024 * 1024;

/**
 * Summaries of conversations in `encrypted_content` of compaction items, which clients return unread: compressed, encrypted
 * with a key of TOLLGATE_SECRET and bound to their owner. The item holds all of it, so that it does not expire and needs no
 * storage.
 */
export class Compactions {
  constructor(private readonly vault: Vault) {}

  seal(userId: number, summary: string): string {
    const sealed = this.vault.sealBytes(deflateRawSync(summary), place(userId));
    return COMPACTION_MARK + sealed.toString('base64url');
  }

  /** Undefined for compactions of another user, changed ones, and those of a secret that is no longer known. */
  open(userId: number, content: string): string | undefined {
    const sealed = Buffer.from(content.slice(COMPACTION_MARK.length), 'base64url');
    const plain = this.vault.openBytes(sealed, place(userId));
    return plain && inflateRawSync(plain, { maxOutputLength: MAX_SUMMARY }).toString('utf8');
  }
}

function place(userId: number): string {
  return `tollgate:compaction:${userId}`;
}
