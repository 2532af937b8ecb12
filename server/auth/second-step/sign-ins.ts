import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessRefusals } from '../../audit/refusals/refused-access.js';
import { UserStatus } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  PasskeyAssertion,
  PasskeyOptionsResponse,
  SecondFactorProof,
  SecondStepResponse,
} from '../../contract/resources/accounts/second-factor.js';
import type { UserResponse } from '../../contract/resources/accounts/user.js';
import { Devices, type ClientOrigin } from '../../core/http/access/devices.js';
import { Sessions } from '../../core/http/access/sessions.js';
import { SecondFactorCheck } from '../../users/second-factor/factor-check.js';
import { PasskeyAssertions } from '../../users/second-factor/passkey-assertions.js';
import type { ChallengeHolder } from '../../users/second-factor/passkey-challenges.js';
import { SignInThrottle } from '../../users/passwords/sign-in-throttle.js';
import type { User } from '../../users/user.entity.js';
import { ownView } from '../../users/user-view.js';
import { UsersRepository } from '../../users/users.repository.js';
import { SignInRecord, type SignInDetails } from '../sign-in-record.js';
import { PendingSignIns, type PendingSignIn, type SignInMethod } from './pending-sign-ins.js';

/** A request and its reply, which carry the cookies. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Opens the sessions of the console: after the first step, or after the second one for accounts with a second factor. */
@Injectable()
export class SignIns {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly users: UsersRepository,
    private readonly factorCheck: SecondFactorCheck,
    private readonly assertions: PasskeyAssertions,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly throttle: SignInThrottle,
    private readonly record: SignInRecord,
    private readonly refusals: AccessRefusals,
  ) {}

  /** The first step was taken. @returns the user, or the second step */
  async open(
    exchange: Exchange,
    user: User,
    method: SignInMethod,
  ): Promise<UserResponse | SecondStepResponse> {
    const { request, reply } = exchange;
    if (!user.secondFactor) return this.complete(exchange, user, { method }, this.devices.originOf(request));
    await this.pending.begin(request, reply, { userId: user.id, version: user.sessionVersion, method });
    return { require_2fa: true, methods: await this.factorCheck.methods(user.id) };
  }

  /** Begins the second step with a passkey. @throws ApiError second_step_expired, second_factor_missing, passkey_needs_domain */
  async beginPasskey(request: FastifyRequest): Promise<PasskeyOptionsResponse> {
    const { userId, holder } = await this.pending.read(request);
    return this.assertions.begin({ request, holder, userId });
  }

  /**
   * Takes the second step. A wrong proof leaves the sign-in open for the next try.
   * @throws ApiError second_step_expired; as `SecondFactorCheck.check`
   */
  async finish({ request, reply }: Exchange, proof: SecondFactorProof): Promise<UserResponse> {
    const pending = await this.pending.read(request);
    const user = await this.ownerOf(pending);
    await this.pending.countTry(pending);
    const origin = this.devices.originOf(request);
    const factor = await this.factorCheck.check(user, proof, { request, origin, holder: pending.holder });
    await this.pending.take(request, reply, pending);
    const details = { method: pending.method, second_factor: factor };
    return this.complete({ request, reply }, user, details, origin);
  }

  /**
   * Signs in with a passkey alone, which needs no second step: the authenticator has verified its user.
   * @throws ApiError passkey_refused, also for banned and deleted accounts; passkey_needs_domain
   */
  async byPasskey(
    exchange: Exchange,
    assertion: PasskeyAssertion,
    holder: ChallengeHolder,
  ): Promise<UserResponse> {
    const { request } = exchange;
    const { userId } = await this.assertions.verify(assertion, { request, holder });
    const user = await this.users.findLive(userId);
    const origin = this.devices.originOf(request);
    if (user?.status !== UserStatus.enabled) {
      await this.refusals.record({
        action: 'sign_in_failed',
        name: user?.username ?? '',
        userId,
        details: { method: 'passkey', reason: 'user_banned' },
        origin,
      });
      throw new ApiError('passkey_refused');
    }
    return this.complete(exchange, user, { method: 'passkey' }, origin);
  }

  private async ownerOf({ userId, version }: PendingSignIn): Promise<User> {
    const user = await this.users.findLive(userId);
    if (user?.status !== UserStatus.enabled || user.sessionVersion !== version)
      throw new ApiError('second_step_expired');
    return user;
  }

  /** Opens a session under a new id. @param origin of the proofs before, so that the browser that gave them is the one trusted */
  private async complete(
    { request, reply }: Exchange,
    user: User,
    details: SignInDetails,
    origin: ClientOrigin,
  ): Promise<UserResponse> {
    const sessionRef = await this.sessions.open(request, reply, {
      userId: user.id,
      version: user.sessionVersion,
    });
    const isNewBrowser = !(await this.throttle.knowsDevice(user.username, origin));
    await this.throttle.succeeded(user.username, origin);
    this.devices.remember(request, reply, origin);
    await this.record.add(user, { ...origin, sessionRef }, details, isNewBrowser);
    return ownView(user);
  }
}
