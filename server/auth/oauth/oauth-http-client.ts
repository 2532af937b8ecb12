import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../core/egress/egress-client.js';

const TIMEOUT_MS = 5000;
/** Limit of a response; tokens and profiles are much smaller. */
const MAX_BYTES = 256 * 1024;

/**
 * HTTP client for identity providers: egress checks against private addresses, a timeout of five seconds, small
 * responses, no redirects.
 */
@Injectable()
export class OAuthHttpClient {
  constructor(private readonly egress: EgressClient) {}

  /**
   * Responses of any status are returned.
   * @throws any network or egress error
   */
  async send(
    url: string,
    request: {
      readonly method?: 'GET' | 'POST';
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<{ status: number; contentType: string; text: string }> {
    const { method = 'GET', headers = {}, ...rest } = request;
    const answer = await this.egress.fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'Tollgate', ...headers },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...rest,
    });
    const contentType = answer.headers['content-type'] ?? '';
    return {
      status: answer.status,
      contentType: String(contentType),
      text: answer.body.toString('utf8'),
    };
  }

  /** Sends a form-encoded POST, as RFC 6749 requires. */
  form(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Sends a GET with a bearer token. */
  bearing(url: string, accessToken: string) {
    return this.send(url, { headers: { authorization: `Bearer ${accessToken}` } });
  }
}

/** Parses JSON; undefined if the text is not JSON. Schemas validate the result. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
