import type { ProviderResponse } from '../../routing/provider-responses.js';

/** The stored response that a request continues from, as far as it was found. */
export interface PreviousResponse {
  /** Where a provider stores it: only that channel and key can serve the request. */
  readonly storedAt: ProviderResponse | undefined;
  /** Its id, where its location is unknown. */
  readonly unknownResponseId: string | undefined;
  /** Its id, where the gateway stores it; its conversation has been inserted into the body. */
  readonly continuedId: string | undefined;
  /** Items of stored responses were inserted into the body. */
  readonly isExpanded: boolean;
}

/** Of requests that continue from no stored response. */
export const NO_PREVIOUS_RESPONSE: PreviousResponse = {
  storedAt: undefined,
  unknownResponseId: undefined,
  continuedId: undefined,
  isExpanded: false,
};
