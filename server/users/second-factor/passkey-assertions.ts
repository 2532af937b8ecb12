import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors/api-error.js';
import { sameSecret } from '../../core/crypto.js';
import type {
  PasskeyAssertion,
  PasskeyOptionsResponse,
} from '../../contract/resources/accounts/second-factor.js';
import { CEREMONY_TIMEOUT_MS, PasskeyChallenges, type ChallengeHolder } from './passkey-challenges.js';
import { bytesOf, transportsOf } from './passkey-columns.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { RelyingParties } from './relying-parties.js';
import { webauthn } from './webauthn.js';

/** What is to be proved with a passkey. */
export interface Proving {
  readonly request: FastifyRequest;
  readonly holder: ChallengeHolder;
  /** The account; undefined: that of the passkey. */
  readonly userId?: number;
}

/** Proofs of passkeys (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion). The user must be verified by the authenticator. */
@Injectable()
export class PasskeyAssertions {
  private readonly logger = new Logger('Passkeys');

  constructor(
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: PasskeysRepository,
    private readonly parties: RelyingParties,
  ) {}

  /**
   * Issues a challenge.
   * @throws ApiError passkey_needs_domain; second_factor_missing if the account has no passkey
   */
  async begin({ request, holder, userId }: Proving): Promise<PasskeyOptionsResponse> {
    const { id: rpID } = this.parties.of(request);
    const own = userId === undefined ? [] : await this.passkeys.list(userId);
    if (userId !== undefined && own.length === 0) throw new ApiError('second_factor_missing');
    const { generateAuthenticationOptions } = await webauthn();
    const publicKey = await generateAuthenticationOptions({
      rpID,
      challenge: bytesOf(await this.challenges.issue(holder)),
      timeout: CEREMONY_TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: own.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transportsOf(transports),
      })),
    });
    return { options: { publicKey: { ...publicKey } } };
  }

  /**
   * Verifies the answer to the challenge, which is used up.
   * @returns the passkey
   * @throws ApiError passkey_refused, passkey_needs_domain
   */
  async verify(assertion: PasskeyAssertion, { request, holder, userId }: Proving): Promise<Passkey> {
    const { id: rpID, origin } = this.parties.of(request);
    const issued = await this.challenges.take(holder);
    const passkey = await this.passkeys.findByCredential(assertion.id);
    const { userHandle } = assertion.response;
    if (
      issued === undefined ||
      passkey === null ||
      (userId !== undefined && passkey.userId !== userId) ||
      (userHandle != null && !sameSecret(userHandle, passkey.userHandle))
    )
      throw new ApiError('passkey_refused');
    const counter = await this.newCounter(assertion, passkey, { challenge: issued.challenge, origin, rpID });
    if (!(await this.passkeys.use(passkey.id, counter, Math.floor(Date.now() / 1000))))
      throw new ApiError('passkey_refused');
    return passkey;
  }

  private async newCounter(
    { response, authenticatorAttachment, clientExtensionResults: _unused, ...assertion }: PasskeyAssertion,
    { id, credentialId, publicKey, counter, transports }: Passkey,
    expected: { readonly challenge: string; readonly origin: string; readonly rpID: string },
  ): Promise<number> {
    const { userHandle, ...signed } = response;
    const { verifyAuthenticationResponse } = await webauthn();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...assertion,
          clientExtensionResults: {},
          response: { ...signed, ...(userHandle != null && { userHandle }) },
          ...(authenticatorAttachment != null && { authenticatorAttachment }),
        },
        expectedChallenge: expected.challenge,
        expectedOrigin: expected.origin,
        expectedRPID: expected.rpID,
        requireUserVerification: true,
        credential: {
          id: credentialId,
          publicKey: bytesOf(publicKey),
          counter,
          transports: transportsOf(transports),
        },
      });
      if (verified) return authenticationInfo.newCounter;
    } catch (error) {
      this.logger.warn(`passkey ${id} refused: ${String(error)}`);
      throw new ApiError('passkey_refused', {}, { cause: error });
    }
    throw new ApiError('passkey_refused');
  }
}
