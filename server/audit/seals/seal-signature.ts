import type { SignatureCheck, Vault } from '../../core/crypto.js';
import type { AuditSeal } from './audit-seal.entity.js';
import type { SignedSeal } from './seals.repository.js';

/** What signatures of seals are made for (`Vault.sign`). */
export const SIGNATURE_PURPOSE = 'audit-seal';

/** The text that is signed. The hash covers all else of a seal. */
export function signedText({ id, hash }: Pick<AuditSeal, 'id' | 'hash'>): string {
  return `${id} ${hash}`;
}

/**
 * Checks the signatures of a seal. That of the current secret counts if there is one: someone who knows an earlier secret could have made
 * another.
 */
export function checkSeal(vault: Vault, seal: SignedSeal): SignatureCheck {
  const checks = seal.signatures.map((signature) =>
    vault.checkSignature(SIGNATURE_PURPOSE, signedText(seal), signature),
  );
  return (
    (['wrong', 'current', 'earlier', 'unknown'] as const).find((check) => checks.includes(check)) ?? 'unknown'
  );
}
