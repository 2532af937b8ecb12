import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { Answer, withMessage } from '../../core/http/envelope.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { routeConfig } from '../../core/http/route-config.js';
import { OrdersService } from './orders.service.js';
import { PaymentFilter } from './payment.filter.js';
import {
  paymentExtras,
  payTopUpRequest,
  paymentFormResponse,
  quoteTopUpRequest,
  topUpPriceResponse,
  type PayTopUpRequest,
  type QuoteTopUpRequest,
} from '../../contract/resources/top-up.js';

/** Clients of these routes evaluate `message`: `success`, or `error` with the reason in `data`. */
@Controller('api/user')
@UseFilters(PaymentFilter)
export class TopUpsController {
  constructor(private readonly orders: OrdersService) {}

  @Post('amount')
  @Requires('user')
  @routeConfig({ malformedBody: 'payment_parameters' })
  @ApiResponse(topUpPriceResponse)
  quote(
    @Account() account: SignedIn,
    @Body({ schema: quoteTopUpRequest }) { amount }: QuoteTopUpRequest,
  ): Answer<string> {
    return withMessage('success', this.orders.quote(account, amount));
  }

  @Post('pay')
  @Requires('user')
  @routeConfig({ malformedBody: 'payment_parameters' })
  @ApiResponse(paymentFormResponse, paymentExtras)
  async pay(
    @Account() account: SignedIn,
    @Body({ schema: payTopUpRequest }) body: PayTopUpRequest,
  ): Promise<Answer<Record<string, string>>> {
    const { form, url } = await this.orders.order(account, body);
    return new Answer(form, 'success', { url });
  }
}
