import { Inject, Injectable } from '@nestjs/common';
import { OptionsService } from '../options/options.service.js';
import { PrivateAddress } from '../core/egress/public-addresses.js';
import { EGRESS, type Egress, type EgressRequest, type EgressResponse } from './http-egress.js';
import { DeliveryFailure } from './outbox/delivery-failure.js';

/** Sends requests to addresses that users chose, directly or through the operator's relay. */
@Injectable()
export class HttpSender {
  constructor(
    @Inject(EGRESS) private readonly egress: Egress,
    private readonly options: OptionsService,
  ) {}

  /** @throws DeliveryFailure for a private address of the user; Error of the HTTP client if there is no response */
  async send(request: EgressRequest): Promise<EgressResponse> {
    const relay = this.options.get('WorkerUrl');
    if (relay !== '') return this.egress.send(this.through(relay, request), 'operator');
    try {
      return await this.egress.send(request, 'user');
    } catch (error) {
      // It names the address that the user chose, and it can be public later.
      if (error instanceof PrivateAddress) throw new DeliveryFailure(error.message, false);
      throw error;
    }
  }

  /** Wraps the call for the operator's relay (option WorkerUrl), so that receivers do not see the gateway's address. */
  private through(relay: string, { url, method, headers, body }: EgressRequest): EgressRequest {
    const key = JSON.stringify(this.options.get('WorkerValidKey'));
    const call = JSON.stringify({ url, method, headers });
    return {
      method: 'POST',
      url: `${relay}/`,
      headers: { 'content-type': 'application/json' },
      // The signed bytes are inserted unchanged.
      body: `${call.slice(0, -1)},"key":${key}${body === undefined ? '' : `,"body":${body}`}}`,
    };
  }
}
