import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import type { ConfirmationMethod, ConfirmRequest } from '../../contract/resources/accounts/confirmation.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { IdentityProof } from '../passwords/identity-proof.js';
import { SecondFactorCheck, type ProofSource } from '../second-factor/factor-check.js';

/** Proofs by which the owner of a session confirms who they are: the password, or a passkey, whose authenticator verifies its user. */
@Injectable()
export class Confirmations {
  constructor(
    private readonly identityProof: IdentityProof,
    private readonly factorCheck: SecondFactorCheck,
    private readonly audit: AuditLog,
  ) {}

  /** What `check` can accept from this account; empty if only a new sign-in confirms. */
  async methodsOf(accountId: number): Promise<ConfirmationMethod[]> {
    const factors = await this.factorCheck.methods(accountId);
    return [
      ...((await this.identityProof.hasPassword(accountId)) ? ['password' as const] : []),
      ...(factors.includes('passkey') ? ['passkey' as const] : []),
    ];
  }

  /**
   * Checks a proof and records the result.
   * @throws ApiError original_password_wrong, passkey_refused, passkey_needs_domain, sign_in_again if the account has no such proof,
   *   too_many_requests
   */
  async check(account: SignedIn, proof: ConfirmRequest, source: ProofSource): Promise<void> {
    const { password, passkey } = proof;
    if (password !== undefined) return this.identityProof.check(account, { password }, source.origin);
    await this.factorCheck.check(account, { passkey }, source);
    const details = { method: 'passkey' };
    await this.audit.note({ action: 'identity_confirmed', actor: account, details, origin: source.origin });
  }
}
