import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  AuthenticatorSetupResponse,
  DisableAuthenticatorRequest,
  SecondFactorProof,
} from '../../contract/resources/accounts/second-factor.js';
import { Vault } from '../../core/crypto.js';
import { requireSession, type SignedIn } from '../../core/http/access/account.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { REDIS } from '../../core/injection.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../accounts.js';
import { IdentityProof } from '../passwords/identity-proof.js';
import { UsersRepository } from '../users.repository.js';
import { SecondFactorCheck, type ProofSource } from './factor-check.js';
import { FactorState } from './factor-state.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { newSecret, setupAddress, stepOfCode } from './totp.js';

/** How long a secret waits for its first code. */
const SETUP_SECONDS = 900;

/** The authenticator app and the recovery codes of an account, changed by its owner. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly database: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly options: OptionsService,
    private readonly vault: Vault,
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly identityProof: IdentityProof,
    private readonly factors: SecondFactorsRepository,
    private readonly state: FactorState,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly factorCheck: SecondFactorCheck,
    private readonly audit: AuditLog,
    private readonly accountNotices: AccountNotices,
  ) {}

  /**
   * Makes a secret for this session, which has no effect before `enable`.
   * @param password of the account; may be absent after a recent sign-in
   * @throws ApiError as `IdentityProof.require`; authenticator_exists
   */
  async setUp(
    account: SignedIn,
    password: string | undefined,
    origin: ClientOrigin,
  ): Promise<AuthenticatorSetupResponse> {
    await this.identityProof.require(account, password, origin);
    if ((await this.factors.findAuthenticator(account.id)) !== null)
      throw new ApiError('authenticator_exists');
    const secret = newSecret();
    await this.redis.set(setupKey(account), this.vault.seal(secret), 'EX', SETUP_SECONDS);
    return { secret, qr_code_data: setupAddress(secret, this.options.get('SystemName'), account.username) };
  }

  /**
   * Stores the secret, once a code proves that the app has it. The code does not sign in again.
   * @returns new recovery codes; earlier ones end
   * @throws ApiError session_required, authenticator_setup_expired, second_factor_wrong, authenticator_exists
   */
  async enable(account: SignedIn, code: string, origin: ClientOrigin): Promise<string[]> {
    requireSession(account);
    const sealed = await this.redis.get(setupKey(account));
    if (sealed === null) throw new ApiError('authenticator_setup_expired');
    const lastStep = stepOfCode(this.vault.open(sealed), code.replaceAll(/\s/g, ''), Date.now());
    if (lastStep === undefined) throw new ApiError('second_factor_wrong');
    const { id: userId } = account;
    const codes = await this.database.transaction(async (manager) => {
      await this.users.lockLive(manager, userId);
      if ((await this.factors.findAuthenticator(userId, manager)) !== null)
        throw new ApiError('authenticator_exists');
      const createdAt = Math.floor(Date.now() / 1000);
      await this.factors.insertAuthenticator(manager, { userId, secret: sealed, lastStep, createdAt });
      await this.state.update(manager, userId);
      await this.audit.record(manager, { action: 'second_factor_enabled', actor: account, origin });
      await this.accountNotices.send(manager, account, { kind: 'second_factor_changed' });
      return this.recoveryCodes.replace(manager, userId);
    });
    await this.redis.del(setupKey(account));
    await this.accounts.changed(userId);
    return codes;
  }

  /**
   * Removes the authenticator app.
   * @throws ApiError as `IdentityProof.require` and `SecondFactorCheck.check`; authenticator_missing
   */
  async disable(
    account: SignedIn,
    { original_password: password, ...proof }: DisableAuthenticatorRequest,
    source: ProofSource,
  ): Promise<void> {
    await this.identityProof.require(account, password, source.origin);
    if ((await this.factors.findAuthenticator(account.id)) === null)
      throw new ApiError('authenticator_missing');
    await this.factorCheck.check(account, proof, source);
    await this.database.transaction(async (manager) => {
      await this.users.lockLive(manager, account.id);
      if (!(await this.factors.removeAuthenticator(manager, account.id)))
        throw new ApiError('authenticator_missing');
      await this.state.update(manager, account.id);
      const { origin } = source;
      await this.audit.record(manager, { action: 'second_factor_disabled', actor: account, origin });
      await this.accountNotices.send(manager, account, { kind: 'second_factor_changed' });
    });
    await this.accounts.changed(account.id);
  }

  /**
   * Replaces the recovery codes.
   * @throws ApiError session_required, second_factor_missing; as `SecondFactorCheck.check`
   */
  async renewCodes(account: SignedIn, proof: SecondFactorProof, source: ProofSource): Promise<string[]> {
    requireSession(account);
    if (!account.secondFactor) throw new ApiError('second_factor_missing');
    await this.factorCheck.check(account, proof, source);
    return this.database.transaction(async (manager) => {
      const user = await this.users.lockLive(manager, account.id);
      if (!user.secondFactor) throw new ApiError('second_factor_missing');
      const { origin } = source;
      await this.audit.record(manager, { action: 'recovery_codes_created', actor: account, origin });
      return this.recoveryCodes.replace(manager, account.id);
    });
  }
}

/** Of the session, so that no other session of the account completes or replaces the setup. */
function setupKey({ id, session }: SignedIn): string {
  return `authenticatorSetup:${id}:${session?.ref ?? ''}`;
}
