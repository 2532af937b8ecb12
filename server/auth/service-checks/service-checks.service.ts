import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  CheckedService,
  ServiceCheckRequest,
  ServiceCheckResponse,
} from '../../contract/resources/service-check.js';
import type { Language } from '../../contract/languages.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { Mailer } from '../../notifications/mailer.js';
import { ReaderLanguage } from '../../notifications/reader-language.js';
import { OptionsService } from '../../options/options.service.js';
import { testLetter } from '../mail/letters.js';
import { OAuthHttpClient, parsed } from '../oauth/oauth-http-client.js';
import { loadOpenId, OidcIssuer } from '../oauth/oidc-issuer.js';

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
/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/#error-codes */
const turnstileVerdict = z.object({ 'error-codes': z.array(z.string()).default([]) });

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
    private readonly http: OAuthHttpClient,
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
      if (error instanceof ApiError && error.code === 'mail_not_sent') throw failed(error.cause);
      throw error;
    }
    return { reached: host, credentials: this.options.get('SMTPToken') === '' ? 'unknown' : 'accepted' };
  }

  private async oidc(): Promise<Outcome> {
    const [id, secret] = [this.options.get('oidc.client_id'), this.options.get('oidc.client_secret')];
    if (id === '' || secret === '') throw new ApiError('service_check_incomplete');
    const issuer = await this.issuer.discover({ fresh: true }).catch((error: unknown) => {
      throw failed(error);
    });
    if (issuer === undefined) {
      const endpoint = this.options.get('oidc.token_endpoint');
      if (endpoint === '') throw new ApiError('service_check_incomplete');
      return this.tokenEndpoint(endpoint, { client_id: id, client_secret: secret });
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
      if (!(error instanceof ResponseBodyError)) throw failed(error);
      return { reached, credentials: credentialsIn(error.error, error.error_description) };
    }
  }

  private github(): Promise<Outcome> {
    return this.tokenEndpoint(`${this.env.GITHUB_OAUTH_ADDRESS}/login/oauth/access_token`, {
      client_id: this.options.get('GitHubClientId'),
      client_secret: this.options.get('GitHubClientSecret'),
    });
  }

  private linuxdo(): Promise<Outcome> {
    const id = this.options.get('LinuxDOClientId');
    const secret = this.options.get('LinuxDOClientSecret');
    return this.tokenEndpoint(
      this.env.LINUX_DO_TOKEN_ENDPOINT,
      { client_id: id, client_secret: secret },
      { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    );
  }

  private async turnstile(): Promise<Outcome> {
    const secret = this.options.get('TurnstileSecretKey');
    if (secret === '') throw new ApiError('service_check_incomplete');
    const address = this.env.TURNSTILE_VERIFY_ADDRESS;
    const answer = await this.posted(address, { secret, response: UNKNOWN_CODE });
    const verdict = turnstileVerdict.safeParse(parsed(answer.text));
    if (!verdict.success) throw unexpected(answer.status);
    const errors = verdict.data['error-codes'];
    const wrong = errors.find((code) => code.endsWith('-input-secret'));
    if (wrong !== undefined) throw new ApiError('service_check_refused', { reason: wrong });
    const isAccepted = errors.includes('invalid-input-response');
    return { reached: new URL(address).host, credentials: isAccepted ? 'accepted' : 'unknown' };
  }

  /** Redeems a code that does not exist. */
  private async tokenEndpoint(
    address: string,
    client: { client_id: string; client_secret: string },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    if (client.client_id === '' || client.client_secret === '')
      throw new ApiError('service_check_incomplete');
    const form = {
      grant_type: 'authorization_code',
      code: UNKNOWN_CODE,
      redirect_uri: this.returnAddress('/'),
      ...client,
    };
    const answer = await this.posted(address, form, headers);
    const refusal = tokenError.safeParse(parsed(answer.text));
    if (!refusal.success) throw unexpected(answer.status);
    const { error, error_description: description } = refusal.data;
    return { reached: new URL(address).host, credentials: credentialsIn(error, description) };
  }

  private async posted(
    address: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) {
    try {
      return await this.http.form(address, form, headers);
    } catch (error) {
      throw failed(error);
    }
  }

  private returnAddress(path: string): string {
    return (this.options.get('ServerAddress') || 'https://localhost') + path;
  }
}

/** What a token endpoint's error says about the client. @throws ApiError service_check_refused */
function credentialsIn(error: string, description = ''): Outcome['credentials'] {
  if (CLIENT_ERRORS.has(error))
    throw new ApiError('service_check_refused', { reason: shortened(`${error} ${description}`) });
  return CODE_ERRORS.has(error) ? 'accepted' : 'unknown';
}

function unexpected(status: number): ApiError {
  return new ApiError('service_check_failed', { reason: `HTTP ${status}` });
}

/** The innermost cause has the reason; libraries wrap it. */
function failed(error: unknown): ApiError {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ApiError('service_check_failed', { reason: shortened(reason) }, { cause: error });
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH);
}
