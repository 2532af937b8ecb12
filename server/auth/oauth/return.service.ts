import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withMessage, type Answer } from '../../core/http/envelope.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Devices } from '../../core/http/devices.js';
import { preferredLanguage } from '../../core/http/languages/preferred-language.js';
import { Sessions } from '../../core/http/sessions.js';
import { SignInThrottle } from '../../users/sign-in-throttle.js';
import type { User } from '../../users/user.entity.js';
import { ownView } from '../../users/user-view.js';
import type { ThirdPartySignInResponse } from '../../contract/resources/auth.js';
import type { Identity, ProviderName } from './providers.js';
import { OauthStates, type Started } from './states.js';
import { ThirdPartyAccounts } from './third-party-accounts.js';

/** A request and its reply, which carry the cookies. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Handles the return of a browser from a provider: signs in, or binds the identity to the signed-in account. */
@Injectable()
export class ReturnService {
  constructor(
    private readonly states: OauthStates,
    private readonly accounts: ThirdPartyAccounts,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly throttle: SignInThrottle,
    private readonly audit: AuditLog,
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
   * @throws ApiError for a wrong state or a disabled provider
   */
  async verify(request: FastifyRequest, provider: ProviderName, state: string): Promise<Started> {
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

  /** Opens a session under a new id. */
  async open({ request, reply }: Exchange, user: User): Promise<ThirdPartySignInResponse> {
    const sessionRef = await this.sessions.open(request, reply, {
      userId: user.id,
      version: user.sessionVersion,
    });
    const origin = this.devices.originOf(request);
    await this.throttle.succeeded(user.username, origin);
    this.devices.remember(request, reply, origin);
    await this.audit.note({
      action: 'sign_in',
      actor: user,
      details: { method: 'third_party' },
      origin: { ...origin, sessionRef },
    });
    return ownView(user);
  }
}
