import { priceByToken, type TokenPrice } from '../../../server/billing/prices/price.js';
import {
  logDetailsOf,
  type RequestFacts,
} from '../../../server/billing/prices/logged/request-log-details.js';
import type { ChargedUsage } from '../../../server/billing/prices/charge/usage.js';

export const noUsage: ChargedUsage = {
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
};

export function priceWith(change: Partial<TokenPrice> = {}) {
  return priceByToken({
    model: 'm',
    source: 'tables',
    modelRatio: 1.5,
    completionRatio: 5,
    cacheRatio: 0.1,
    creationRatio: 1.25,
    creationRatio1h: 2,
    groupRatio: 0.8,
    ...change,
  });
}

/** The details in the log of a request that used nothing, but for these facts. */
export function loggedDetails(facts: Partial<RequestFacts> = {}) {
  return logDetailsOf({
    requestId: 'r1',
    price: priceWith(),
    usage: noUsage,
    semantics: 'openai',
    usageSource: 'upstream',
    channels: [3],
    upstreamModel: undefined,
    firstDataMs: undefined,
    stream: undefined,
    ...facts,
  });
}
