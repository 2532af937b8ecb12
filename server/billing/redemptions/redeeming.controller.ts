import { Body, Controller, Post } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import {
  redeemCodeRequest,
  redeemCodeResponse,
  type RedeemCodeRequest,
} from '../../contract/resources/redemption.js';
import { RedeemingService } from './redeeming.service.js';

@Controller('api/user')
export class RedeemingController {
  constructor(private readonly redeeming: RedeemingService) {}

  /** Responds with the quota added. */
  @Post('topup')
  @Requires('user')
  @ApiResponse(redeemCodeResponse)
  redeem(
    @Account() account: SignedIn,
    @Body({ schema: redeemCodeRequest }) { key }: RedeemCodeRequest,
  ): Promise<number> {
    return this.redeeming.redeem(account, key);
  }
}
