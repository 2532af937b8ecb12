import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { PlainErrorCode } from '../../contract/errors/codes.js';
import { OptionsService } from '../../options/options.service.js';
import { OAuthHttpClient, parsed } from './oauth-http-client.js';
import type { Identity } from './providers.js';
import { TokenRequests } from './token-requests.js';

/** Maximum characters of a provider's error message that are passed on. */
const MAX_MESSAGE_LENGTH = 200;

const token = z.object({ access_token: z.string().min(1) });
const tokenError = z.object({ message: z.string().optional(), error_description: z.string().optional() });
const person = z.object({
  id: z.int().positive(),
  username: z.string().catch(''),
  name: z.string().nullish().catch(undefined),
  // Where a value cannot be read, the strictest one counts.
  active: z.boolean().default(true).catch(false),
  trust_level: z.int().default(0).catch(0),
  silenced: z.boolean().default(false).catch(true),
});

/** Identifies users by Linux DO (https://connect.linux.do). */
@Injectable()
export class LinuxdoService {
  constructor(
    private readonly options: OptionsService,
    private readonly outgoing: OAuthHttpClient,
    private readonly tokens: TokenRequests,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @param refusal error that Linux DO returned instead of a code; '' = none */
  async identify(code: string, refusal: string, redirectUri: string): Promise<Identity> {
    if (refusal !== '')
      throw new ApiError('linuxdo_refused', { message: refusal.slice(0, MAX_MESSAGE_LENGTH) });
    if (code === '') throw new ApiError('linuxdo_code_missing');
    const accessToken = await this.exchange(code, redirectUri);
    const answer = await reached(this.outgoing.bearing(this.env.LINUX_DO_USER_ENDPOINT, accessToken));
    if (answer.status !== 200) throw new ApiError('linuxdo_user_failed');
    const found = person.safeParse(parsed(answer.text));
    if (!found.success) throw new ApiError('linuxdo_user_empty', {}, { cause: z.prettifyError(found.error) });
    const noSignUp = this.noSignUp(found.data);
    return {
      provider: 'linuxdo',
      id: String(found.data.id),
      displayName: found.data.name || found.data.username || 'Linux DO User',
      ...(noSignUp === undefined ? {} : { noSignUp }),
    };
  }

  private async exchange(code: string, redirectUri: string): Promise<string> {
    const answer = await reached(this.tokens.linuxdo(code, redirectUri));
    const granted = token.safeParse(parsed(answer.text));
    if (granted.success) return granted.data.access_token;
    const { message, error_description: description } = tokenError.safeParse(parsed(answer.text)).data ?? {};
    const reason = message ?? description ?? `status ${answer.status}`;
    throw new ApiError('linuxdo_token_failed', { message: reason.slice(0, MAX_MESSAGE_LENGTH) });
  }

  private noSignUp({ trust_level, active, silenced }: z.infer<typeof person>): PlainErrorCode | undefined {
    const lowest = this.options.get('LinuxDOMinimumTrustLevel');
    if (trust_level < lowest) return 'linuxdo_trust_too_low';
    return lowest > 0 && (!active || silenced) ? 'linuxdo_not_active' : undefined;
  }
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new ApiError('linuxdo_unreachable', {}, { cause });
  }
}
