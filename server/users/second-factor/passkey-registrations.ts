import { Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { MAX_PASSKEYS } from '../../contract/second-factor-terms.js';
import type {
  PasskeyAddedResponse,
  PasskeyAttestation,
  PasskeyListResponse,
  PasskeyOptionsResponse,
  PasskeyResponse,
} from '../../contract/resources/accounts/second-factor.js';
import { requireSession, type SignedIn } from '../../core/http/access/account.js';
import { Devices } from '../../core/http/access/devices.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import { AccountNotices } from '../../notifications/account-notices.js';
import { OptionsService } from '../../options/options.service.js';
import { Accounts } from '../accounts.js';
import { IdentityProof } from '../passwords/identity-proof.js';
import { UsersRepository } from '../users.repository.js';
import { FactorState } from './factor-state.js';
import { CEREMONY_TIMEOUT_MS, PasskeyChallenges, type ChallengeHolder } from './passkey-challenges.js';
import { bytesOf, textOf, transportsOf } from './passkey-columns.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RelyingParties } from './relying-parties.js';
import { webauthn } from './webauthn.js';

/** COSE numbers of EdDSA, ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];

/** The passkeys of an account: added and removed by its owner, who proves to be at the browser. */
@Injectable()
export class PasskeyRegistrations {
  private readonly logger = new Logger('Passkeys');

  constructor(
    private readonly database: DataSource,
    private readonly options: OptionsService,
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly identityProof: IdentityProof,
    private readonly devices: Devices,
    private readonly parties: RelyingParties,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: PasskeysRepository,
    private readonly state: FactorState,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly audit: AuditLog,
    private readonly accountNotices: AccountNotices,
  ) {}

  async list(userId: number): Promise<PasskeyListResponse> {
    const own = await this.passkeys.list(userId);
    return { enabled: own.length > 0, passkeys: own.map(viewOf) };
  }

  /**
   * Issues the challenge for a new passkey, which authenticators keep themselves, so that it signs in without a name.
   * @param password of the account; may be absent after a recent sign-in
   * @throws ApiError as `IdentityProof.require`; passkeys_full, passkey_needs_domain
   */
  async begin(
    account: SignedIn,
    { name = '', original_password: password }: { name?: string; original_password?: string },
    request: FastifyRequest,
  ): Promise<PasskeyOptionsResponse> {
    await this.identityProof.require(account, password, this.devices.originOf(request));
    const { id: rpID } = this.parties.of(request);
    const own = await this.passkeys.list(account.id);
    if (own.length >= MAX_PASSKEYS) throw new ApiError('passkeys_full', { most: MAX_PASSKEYS });
    const userHandle = own[0]?.userHandle ?? randomBytes(32).toString('base64url');
    const challenge = await this.challenges.issue(holderOf(account), { name: columnText(name), userHandle });
    const { generateRegistrationOptions } = await webauthn();
    const publicKey = await generateRegistrationOptions({
      rpID,
      rpName: this.options.get('SystemName'),
      userName: account.username,
      userID: bytesOf(userHandle),
      challenge: bytesOf(challenge),
      timeout: CEREMONY_TIMEOUT_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: own.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transportsOf(transports),
      })),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return { options: { publicKey: { ...publicKey } } };
  }

  /**
   * Stores the passkey that answers the challenge.
   * @returns it, with recovery codes if the account had none
   * @throws ApiError session_required, passkey_refused, passkeys_full
   */
  async finish(
    account: SignedIn,
    attestation: PasskeyAttestation,
    request: FastifyRequest,
  ): Promise<PasskeyAddedResponse> {
    requireSession(account);
    const issued = await this.challenges.take(holderOf(account));
    if (issued === undefined) throw new ApiError('passkey_refused');
    const verified = await this.verified(attestation, issued.challenge, request);
    const { id: userId } = account;
    const origin = this.devices.originOf(request);
    const added = await this.database.transaction(async (manager) => {
      await this.users.lockLive(manager, userId);
      const own = await this.passkeys.list(userId, manager);
      if (own.length >= MAX_PASSKEYS) throw new ApiError('passkeys_full', { most: MAX_PASSKEYS });
      if ((await this.passkeys.findByCredential(verified.credentialId, manager)) !== null)
        throw new ApiError('passkey_refused');
      const passkey = await this.passkeys.insert(manager, {
        ...verified,
        userId,
        userHandle: issued.userHandle,
        name: issued.name || String(own.length + 1),
        createdAt: Math.floor(Date.now() / 1000),
      });
      await this.state.update(manager, userId);
      const codes = await this.recoveryCodes.ensure(manager, userId);
      await this.audit.record(manager, {
        action: 'passkey_added',
        actor: account,
        details: { name: passkey.name },
        origin,
      });
      await this.accountNotices.send(manager, account, { kind: 'second_factor_changed' });
      return { ...viewOf(passkey), backup_codes: codes };
    });
    await this.accounts.changed(userId);
    return added;
  }

  /** @throws ApiError as `IdentityProof.require`; passkey_not_found */
  async remove(
    account: SignedIn,
    id: number,
    password: string | undefined,
    request: FastifyRequest,
  ): Promise<void> {
    const origin = this.devices.originOf(request);
    await this.identityProof.require(account, password, origin);
    await this.database.transaction(async (manager) => {
      await this.users.lockLive(manager, account.id);
      if (!(await this.passkeys.remove(manager, account.id, id))) throw new ApiError('passkey_not_found');
      await this.state.update(manager, account.id);
      await this.audit.record(manager, {
        action: 'passkey_removed',
        actor: account,
        details: { passkey: id },
        origin,
      });
      await this.accountNotices.send(manager, account, { kind: 'second_factor_changed' });
    });
    await this.accounts.changed(account.id);
  }

  private async verified(
    {
      response,
      authenticatorAttachment,
      clientExtensionResults: _unused,
      ...attestation
    }: PasskeyAttestation,
    expectedChallenge: string,
    request: FastifyRequest,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>> {
    const { id: expectedRPID, origin: expectedOrigin } = this.parties.of(request);
    const { verifyRegistrationResponse } = await webauthn();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          ...attestation,
          response,
          clientExtensionResults: {},
          ...(authenticatorAttachment != null && { authenticatorAttachment }),
        },
        expectedChallenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (verified) {
        const { credential, credentialBackedUp } = registrationInfo;
        return {
          credentialId: credential.id,
          publicKey: textOf(credential.publicKey),
          counter: credential.counter,
          transports: response.transports.join(','),
          backedUp: credentialBackedUp,
        };
      }
    } catch (error) {
      this.logger.warn(`new passkey refused: ${String(error)}`);
      throw new ApiError('passkey_refused', {}, { cause: error });
    }
    throw new ApiError('passkey_refused');
  }
}

function holderOf({ id, session }: SignedIn): ChallengeHolder {
  return `register:${id}:${session?.ref ?? ''}`;
}

function viewOf({ id, name, backedUp, createdAt, lastUsedAt }: Passkey): PasskeyResponse {
  return { id, name, backed_up: backedUp, created_at: createdAt, last_used_at: lastUsedAt };
}
