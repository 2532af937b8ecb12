import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { withMessage, type Answer } from '../../core/http/envelope.js';
import { Confirmation } from '../../core/http/access/confirmation.js';
import { Devices } from '../../core/http/access/devices.js';
import { preferredLanguage } from '../../core/http/languages/preferred-language.js';
import type { User } from '../../users/user.entity.js';
import type { ThirdPartySignInResponse } from '../../contract/resources/accounts/auth.js';
import { SignIns, type Exchange } from '../second-step/sign-ins.js';
import type { Identity, ProviderName } from './providers.js';
import { OauthStates, type Started } from './states.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';

/** Handles the return of a browser from a provider: signs in, or binds the identity to the signed-in account. */
@Injectable()
export class ReturnService {
  constructor(
    private readonly states: OauthStates,
    private readonly accounts: ThirdPartyAccounts,
    private readonly signIns: SignIns,
    private readonly confirmation: Confirmation,
    private readonly devices: Devices,
  ) {}

  /**
   * Verifies the state, requests the identity, and signs in or binds it.
   * @param identify requests the identity from the provider; called after the state proved that this browser started
   *   the flow
   */
  async complete(
    { request, reply }: Exchange,
    provider: ProviderName,
    state: string,
    identify: (started: Started) => Promise<Identity>,
  ): Promise<ThirdPartySignInResponse | Answer<null>> {
    const started = await this.verify(request, provider, state);
    return this.finish({ request, reply }, await identify(started), started);
  }

  /**
   * Consumes the state. @returns what was stored when this browser started the flow
   * @throws ApiError for a wrong state or a disabled provider; confirmation_required if a signed-in account would get another way
   *   to sign in, and the state stays valid
   */
  async verify(request: FastifyRequest, provider: ProviderName, state: string): Promise<Started> {
    if (request.account) this.confirmation.require(request.account);
    const userId = request.account?.id ?? 0;
    const started = await this.states.take(request, state, { provider, userId });
    this.accounts.assertEnabled(provider);
    return started;
  }

  /** Signs in, or binds the identity to the signed-in account. */
  async finish(
    { request, reply }: Exchange,
    identity: Identity,
    started: Started,
  ): Promise<ThirdPartySignInResponse | Answer<null>> {
    const { account } = request;
    if (account === undefined) {
      const user = await this.accounts.signIn(
        identity,
        started.invitation,
        this.devices.originOf(request),
        preferredLanguage(request.headers['accept-language']),
      );
      return this.open({ request, reply }, user);
    }
    await this.accounts.bind(identity, account);
    return withMessage('bind', null);
  }

  /** Opens a session under a new id, or begins the second step. */
  open(exchange: Exchange, user: User): Promise<ThirdPartySignInResponse> {
    return this.signIns.open(exchange, user, 'third_party');
  }
}
