import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../../options/options.service.js';
import { OAuthHttpClient, parsed } from './oauth-http-client.js';
import type { Identity } from './providers.js';

/** Maximum characters of the code server's error message that are passed on. */
const MAX_MESSAGE_LENGTH = 200;

/** Response of a WeChat code server. */
const reply = z.object({
  success: z.boolean(),
  message: z.string().default(''),
  data: z.string().nullish(),
});

/** Identifies users by the code that a WeChat official account gave them. */
@Injectable()
export class WechatService {
  constructor(
    private readonly options: OptionsService,
    private readonly outgoing: OAuthHttpClient,
  ) {}

  async identify(code: string): Promise<Identity> {
    if (code === '') throw new ApiError('invalid_parameters');
    const { success, message, data } = await this.ask(code);
    if (!success && message !== '')
      throw new ApiError('wechat_refused', { message: message.slice(0, MAX_MESSAGE_LENGTH) });
    const id = data?.trim() ?? '';
    if (!success || id === '') throw new ApiError('wechat_code_wrong');
    return { provider: 'wechat', id, displayName: 'WeChat User' };
  }

  private async ask(code: string): Promise<z.infer<typeof reply>> {
    const base = this.options.get('WeChatServerAddress');
    try {
      const { text } = await this.outgoing.send(`${base}/api/wechat/user?code=${encodeURIComponent(code)}`, {
        headers: { authorization: this.options.get('WeChatServerToken') },
      });
      const result = reply.safeParse(parsed(text));
      if (!result.success) throw new Error('the code server answered something else');
      return result.data;
    } catch (cause) {
      throw new ApiError('wechat_unreachable', {}, { cause });
    }
  }
}
