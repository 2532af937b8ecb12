import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  CheckedService,
  ServiceCheckRequest,
  ServiceCheckResponse,
} from '../../contract/resources/service-check.js';
import type { Language } from '../../contract/languages.js';
import { EgressClient } from '../../core/egress/egress-client.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { Mailer } from '../../notifications/mailer.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { OptionsService } from '../../options/options.service.js';
import { testLetter } from '../mail/letters.js';
import { parsed } from '../oauth/oauth-http-client.js';
import { loadOpenId, OidcIssuer } from '../oauth/oidc-issuer.js';
import { TokenRequests } from '../oauth/token-requests.js';
import { turnstileVerdict } from '../turnstile-verdict.js';

/** A code that no service has issued: the error tells whether the client was recognised before the code was looked at. */
const UNKNOWN_CODE = 'tollgate-settings-check';
/** Characters of a service's message that are passed on. */
const MAX_REASON_LENGTH = 300;

/**
 * Errors of token endpoints that speak about the client (https://www.rfc-editor.org/rfc/rfc6749#section-5.2 and
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors),
 * and those that speak about the code, which come after the client was accepted.
 */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']);
const CODE_ERRORS = new Set(['invalid_grant', 'bad_verification_code']);
const tokenError = z.object({ error: z.string(), error_description: z.string().optional() });

type Outcome = Omit<ServiceCheckResponse, 'service'>;

/** Tests the stored settings of services outside of the gateway, without signing anybody in. */
@Injectable()
export class ServiceChecks {
  private readonly checks: Record<
    CheckedService,
    (request: ServiceCheckRequest, language: Language) => Promise<Outcome>
  > = {
    smtp: ({ email }, language) => this.smtp(email, language),
    oidc: () => this.oidc(),
    github: () => this.github(),
    linuxdo: () => this.linuxdo(),
    turnstile: () => this.turnstile(),
  };

  constructor(
    private readonly options: OptionsService,
    private readonly mailer: Mailer,
    private readonly languages: ReaderLanguage,
    private readonly issuer: OidcIssuer,
    private readonly tokens: TokenRequests,
    private readonly egress: EgressClient,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * @param page language of the page, for a test mail
   * @throws ApiError service_check_incomplete, service_check_failed, service_check_refused, smtp_not_configured
   */
  async check(request: ServiceCheckRequest, page: Language | undefined): Promise<ServiceCheckResponse> {
    const language = page ?? this.languages.site;
    return { service: request.service, ...(await this.checks[request.service](request, language)) };
  }

  private async smtp(email: string | undefined, language: Language): Promise<Outcome> {
    if (email === undefined) throw new ApiError('email_malformed');
    const host = this.options.get('SMTPServer');
    try {
      await this.mailer.send({ to: email, ...testLetter(language, this.options.get('SystemName')) });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'mail_not_sent') return fail(error.cause);
      throw error;
    }
    return { reached: host, credentials: this.options.get('SMTPToken') === '' ? 'unknown' : 'accepted' };
  }

  private async oidc(): Promise<Outcome> {
    assertComplete(this.tokens.oidcClient);
    const issuer = await this.issuer.discover({ fresh: true }).catch(fail);
    if (issuer === undefined) {
      const endpoint = this.options.get('oidc.token_endpoint');
      if (endpoint === '') throw new ApiError('service_check_incomplete');
      return refusedCode(
        endpoint,
        this.tokens.oidc(endpoint, UNKNOWN_CODE, this.returnAddress('/oauth/oidc')),
      );
    }
    const { issuer: reached, token_endpoint: endpoint } = issuer.serverMetadata();
    if (endpoint === undefined) return { reached, credentials: 'unknown' };
    const { genericGrantRequest, ResponseBodyError } = await loadOpenId();
    try {
      await genericGrantRequest(issuer, 'authorization_code', {
        code: UNKNOWN_CODE,
        redirect_uri: this.returnAddress('/oauth/oidc'),
      });
      return { reached, credentials: 'accepted' };
    } catch (error) {
      if (!(error instanceof ResponseBodyError)) return fail(error);
      return { reached, credentials: credentialsIn(error.error, error.error_description) };
    }
  }

  private github(): Promise<Outcome> {
    assertComplete(this.tokens.githubClient);
    return refusedCode(this.env.GITHUB_OAUTH_ADDRESS, this.tokens.github(UNKNOWN_CODE));
  }

  private linuxdo(): Promise<Outcome> {
    assertComplete(this.tokens.linuxdoClient);
    const redirectUri = this.returnAddress('/oauth/linuxdo');
    return refusedCode(this.env.LINUX_DO_TOKEN_ENDPOINT, this.tokens.linuxdo(UNKNOWN_CODE, redirectUri));
  }

  private async turnstile(): Promise<Outcome> {
    const secret = this.options.get('TurnstileSecretKey');
    if (secret === '') throw new ApiError('service_check_incomplete');
    const address = this.env.TURNSTILE_VERIFY_ADDRESS;
    const { errorCodes } = await turnstileVerdict(this.egress, address, {
      secret,
      token: UNKNOWN_CODE,
    }).catch(fail);
    const wrong = errorCodes.find((code) => code.endsWith('-input-secret'));
    if (wrong !== undefined) throw new ApiError('service_check_refused', { reason: wrong });
    const isAccepted = errorCodes.includes('invalid-input-response');
    return { reached: new URL(address).host, credentials: isAccepted ? 'accepted' : 'unknown' };
  }

  private returnAddress(path: string): string {
    return (this.options.get('ServerAddress') || 'https://localhost') + path;
  }
}

/** @throws ApiError service_check_incomplete */
function assertComplete({ id, secret }: { id: string; secret: string }): void {
  if (id === '' || secret === '') throw new ApiError('service_check_incomplete');
}

/** What the answer to the unknown code says about the client. @param address of the service */
async function refusedCode(
  address: string,
  sent: Promise<{ status: number; text: string }>,
): Promise<Outcome> {
  const { status, text } = await sent.catch(fail);
  const refusal = tokenError.safeParse(parsed(text));
  if (!refusal.success) throw new ApiError('service_check_failed', { reason: `HTTP ${status}` });
  const { error, error_description: description } = refusal.data;
  return { reached: new URL(address).host, credentials: credentialsIn(error, description) };
}

/** What a token endpoint's error says about the client. @throws ApiError service_check_refused */
function credentialsIn(error: string, description = ''): Outcome['credentials'] {
  if (CLIENT_ERRORS.has(error))
    throw new ApiError('service_check_refused', { reason: shortened(`${error} ${description}`) });
  return CODE_ERRORS.has(error) ? 'accepted' : 'unknown';
}

/** @throws ApiError service_check_failed with the innermost cause, because libraries wrap it */
function fail(error: unknown): never {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new ApiError('service_check_failed', { reason: shortened(reason) }, { cause: error });
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH);
}
