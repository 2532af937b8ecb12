import { chargeFor } from '../../../billing/prices/charge/charge.js';
import type { Price } from '../../../billing/prices/price.js';
import type { PricesService } from '../../../billing/prices/prices.service.js';
import { Role } from '../../../contract/enums.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { LoggedStep } from '../../../contract/resources/logs/log-terms.js';
import { inputTotal, outputTotal, type Usage } from '../../../dialects/canonical/usage.js';
import type { BilledRequest } from '../stages.js';

/** The usage of the response without the provider's other model calls. */
export function withoutSteps(usage: Usage): Usage {
  if (!usage.more?.steps && usage.more?.servedBy === undefined) return usage;
  const { more, ...classes } = usage;
  const { steps: _1, servedBy: _2, ...others } = more;
  return Object.keys(others).length > 0 ? { ...classes, more: others } : classes;
}

/**
 * The price of the response itself: that of the model which wrote it in place of the requested one, if set. A price per call
 * of the requested model covers the response whichever model writes it.
 */
export function servingPrice(
  request: BilledRequest,
  { more }: Usage,
  prices: PricesService | undefined,
): Price {
  const { price } = request.plan;
  return more?.servedBy === undefined || price.modelPrice !== -1
    ? price
    : priceOf(request, more.servedBy, prices);
}

/** Prices the provider's additional model calls, each at the price of its own model if set, else of the requested one. */
export function pricedSteps(
  request: BilledRequest,
  { more }: Usage,
  prices: PricesService | undefined,
): LoggedStep[] {
  return (more?.steps ?? []).map(({ kind, model, usage }) => ({
    kind,
    ...(model !== undefined && { model }),
    input_tokens: inputTotal(usage),
    output_tokens: outputTotal(usage),
    quota: quotaOf(usage, priceOf(request, model, prices), model),
  }));
}

/** A per-call price of the requested model includes steps that the provider runs on that model. */
function quotaOf(usage: Usage, price: Price, model: string | undefined): number {
  return model === undefined && price.modelPrice !== -1 ? 0 : chargeFor(usage, price);
}

function priceOf(
  { plan, caller }: BilledRequest,
  model: string | undefined,
  prices: PricesService | undefined,
): Price {
  if (model === undefined || !prices) return plan.price;
  const { user } = caller.token;
  try {
    return prices.price(model, plan.group, {
      admin: user.role >= Role.admin,
      group: user.group || 'default',
      acceptUnset: user.setting.acceptUnsetModelRatio,
    });
  } catch (problem) {
    if (problem instanceof ApiError) return plan.price;
    throw problem;
  }
}
