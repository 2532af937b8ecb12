import { Controller, Get, Query } from '@nestjs/common';
import {
  creditPageResponse,
  creditQuery,
  type CreditPageResponse,
  type CreditQuery,
  type CreditResponse,
} from '../../contract/resources/ledger/own-credits.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { pageOf } from '../../core/http/paging.js';
import { Requires } from '../../core/http/access/requires.js';
import { OwnCreditsRepository, type Credit } from './own-credits.repository.js';

const REDEMPTION = /^redemption:(\d{1,15})$/;
/** Of adjustments by an administrator; those of an import have a text of the gateway's own. */
const EDIT = /^edit:/;

@Controller('api/user/credits')
export class OwnCreditsController {
  constructor(private readonly credits: OwnCreditsRepository) {}

  /** The caller's top-ups, redeemed codes and other changes of the balance, newest first. */
  @Get()
  @Requires('user')
  @ApiResponse(creditPageResponse)
  async list(
    @Account() { id }: SignedIn,
    @Query({ schema: creditQuery }) query: CreditQuery,
  ): Promise<CreditPageResponse> {
    const page = pageOf(query.p, query.page_size, 1);
    const [items, total] = await Promise.all([this.credits.page(id, page), this.credits.count(id)]);
    return { items: items.map(creditOf), total, page: page.page, page_size: page.size };
  }
}

/** References of other kinds are the gateway's own. */
function creditOf({ id, createdAt, kind, quota, reference, content, paid }: Credit): CreditResponse {
  const code = kind === 'redemption' ? REDEMPTION.exec(reference)?.[1] : undefined;
  return {
    id,
    created_at: createdAt,
    kind,
    quota,
    redemption_id: Number(code ?? 0),
    reason: kind === 'adjust' && EDIT.test(reference) ? content : '',
    order: kind === 'topup' ? reference : '',
    paid,
  };
}
