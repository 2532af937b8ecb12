import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../core/egress/egress-client.js';

const TIMEOUT_MS = 5000;
/** Profiles and tokens are small; whoever sends more is not a provider of identities. */
const MAX_BYTES = 256 * 1024;

/** Asks providers: guarded against addresses inside the house, five seconds, small answers, no redirects. */
@Injectable()
export class OAuthHttpClient {
  constructor(private readonly egress: EgressClient) {}

  /** @throws whatever stands between us and an answer; an answer of any status is one */
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

  /** Sends a form, as RFC 6749 wants it. */
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

  /** Reads with an access token. */
  bearing(url: string, accessToken: string) {
    return this.send(url, { headers: { authorization: `Bearer ${accessToken}` } });
  }
}

/** JSON, or undefined if it is none: what a provider answers is read by schemas anyway. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
