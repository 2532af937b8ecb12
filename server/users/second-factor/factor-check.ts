import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { CODE_DIGITS, type FactorMethod } from '../../contract/second-factor-terms.js';
import type { PasskeyAssertion, SecondFactorProof } from '../../contract/resources/accounts/second-factor.js';
import { Vault } from '../../core/crypto.js';
import type { AccountState } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { FactorThrottle } from './factor-throttle.js';
import { PasskeyAssertions } from './passkey-assertions.js';
import type { ChallengeHolder } from './passkey-challenges.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { stepOfCode } from './totp.js';

/** Where a proof comes from. */
export interface ProofSource {
  readonly request: FastifyRequest;
  readonly origin: ClientOrigin;
  /** Who the challenge of a passkey was issued to. */
  readonly holder: ChallengeHolder;
}

type Owner = Pick<AccountState, 'id' | 'username'>;

/** Checks second factors: for the second step of a sign-in, and for changes that need a proof of their owner. */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly assertions: PasskeyAssertions,
    private readonly throttle: FactorThrottle,
    private readonly vault: Vault,
    private readonly audit: AuditLog,
  ) {}

  /** What the account can prove itself with; empty without a second factor. */
  async methods(userId: number): Promise<FactorMethod[]> {
    const [authenticator, codes, passkeys] = await Promise.all([
      this.factors.findAuthenticator(userId),
      this.factors.unusedRecoveryCodes(userId),
      this.passkeys.count(userId),
    ]);
    return [
      ...(authenticator === null ? [] : ['code' as const]),
      ...(codes === 0 ? [] : ['recovery_code' as const]),
      ...(passkeys === 0 ? [] : ['passkey' as const]),
    ];
  }

  /**
   * Checks a proof. Codes and challenges are accepted once, by all servers together; wrong ones are throttled and recorded.
   * @param account of which the proof must be
   * @returns how the account proved itself
   * @throws ApiError invalid_parameters unless the proof is exactly one; second_factor_wrong, passkey_refused, passkey_needs_domain,
   *   too_many_requests
   */
  async check(account: Owner, proof: SecondFactorProof, source: ProofSource): Promise<FactorMethod> {
    const given = [proof.code, proof.recovery_code, proof.passkey].filter((each) => each !== undefined);
    if (given.length !== 1) throw new ApiError('invalid_parameters');
    if (proof.passkey !== undefined) return this.checkPasskey(account, proof.passkey, source);
    const text = (proof.code ?? proof.recovery_code ?? '').replaceAll(/\s/g, '');
    const method = proof.code !== undefined && isCode(text) ? 'code' : 'recovery_code';
    await this.throttle.begin(account.id, source.origin);
    const isRight =
      method === 'code'
        ? await this.useCode(account.id, text)
        : await this.recoveryCodes.use(account.id, text);
    if (!isRight) {
      await this.failed(account, method, source);
      throw new ApiError('second_factor_wrong');
    }
    await this.throttle.succeeded(account.id, source.origin);
    if (method === 'recovery_code') await this.recoveryCodeUsed(account, source);
    return method;
  }

  private async useCode(userId: number, code: string): Promise<boolean> {
    const authenticator = await this.factors.findAuthenticator(userId);
    if (authenticator === null) return false;
    const step = stepOfCode(this.vault.open(authenticator.secret), code, Date.now());
    return step !== undefined && this.factors.useStep(userId, step);
  }

  private async checkPasskey(
    account: Owner,
    assertion: PasskeyAssertion,
    source: ProofSource,
  ): Promise<FactorMethod> {
    try {
      await this.assertions.verify(assertion, { ...source, userId: account.id });
      return 'passkey';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'passkey_refused')
        await this.failed(account, 'passkey', source);
      throw error;
    }
  }

  private failed(account: Owner, method: FactorMethod, { origin }: ProofSource): Promise<void> {
    return this.audit.note({ action: 'second_factor_failed', actor: account, details: { method }, origin });
  }

  private async recoveryCodeUsed(account: Owner, { origin }: ProofSource): Promise<void> {
    const left = await this.factors.unusedRecoveryCodes(account.id);
    await this.audit.note({ action: 'recovery_code_used', actor: account, details: { left }, origin });
  }
}

function isCode(text: string): boolean {
  return text.length === CODE_DIGITS && /^\d+$/.test(text);
}
