import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { createHash, createHmac } from 'node:crypto';
import { sameSecret } from '../../core/crypto.js';
import { REDIS } from '../../core/injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import type { Identity } from './providers.js';

const LIFETIME_SECONDS = 86_400;
/** Tolerance for Telegram's clock being ahead. */
const CLOCK_SECONDS = 300;

/** Identifies users by data signed by Telegram's login widget (https://core.telegram.org/widgets/login). */
@Injectable()
export class TelegramService {
  constructor(
    private readonly options: OptionsService,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** @throws ApiError telegram_request_invalid if the data is unsigned, older than a day, or was used before */
  async identify(fields: Readonly<Record<string, string>>): Promise<Identity> {
    const token = this.options.get('TelegramBotToken');
    const { id = '', auth_date: date = '', first_name: name = '' } = fields;
    // With an empty token the signing key would be known to everyone.
    if (token === '' || !/^[1-9]\d{0,18}$/.test(id) || !/^\d{1,12}$/.test(date))
      throw new ApiError('telegram_request_invalid');
    if (!sameSecret(telegramSignature(fields, token), fields['hash'] ?? ''))
      throw new ApiError('telegram_request_invalid');
    const age = Math.floor(Date.now() / 1000) - Number(date);
    if (age > LIFETIME_SECONDS || age < -CLOCK_SECONDS) throw new ApiError('telegram_request_invalid');
    await this.useUp(fields['hash'] ?? '');
    return { provider: 'telegram', id, displayName: name };
  }

  private async useUp(hash: string): Promise<void> {
    const key = `telegramUsed:${createHash('sha256').update(hash).digest('base64url')}`;
    const first = await this.redis.set(key, '1', 'EX', LIFETIME_SECONDS + CLOCK_SECONDS, 'NX');
    if (first === null) throw new ApiError('telegram_request_invalid');
  }
}

/**
 * HMAC-SHA256 over all fields except `hash` as sorted `key=value` lines, keyed with the SHA-256 of the bot token.
 * Lowercase hex.
 */
export function telegramSignature(fields: Readonly<Record<string, string>>, botToken: string): string {
  const text = Object.keys(fields)
    .filter((key) => key !== 'hash')
    .toSorted()
    .map((key) => `${key}=${fields[key]}`)
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  return createHmac('sha256', key).update(text).digest('hex');
}
