import { ApiError } from '../../../contract/errors/api-error.js';
import type { Usage } from '../../canonical/usage.js';
import { text } from '../../json/lenient.js';
import type { OperationRequest } from '../../operations/operation.js';
import type { EstimateTarget } from '../provider.js';

/**
 * The estimate with the paid options of a request.
 * @param shares price of each option by its name on receipts, as a share of the model's price; undefined if not requested
 */
export function withPaidOptions(
  estimate: Usage,
  shares: Readonly<Record<string, number | undefined>>,
): Usage {
  const extras: Record<string, number> = {};
  for (const [name, share] of Object.entries(shares)) if (share !== undefined) extras[name] = share;
  return Object.keys(extras).length === 0 ? estimate : { ...estimate, more: { ...estimate.more, extras } };
}

/**
 * Refuses paid options for which the gateway has no price. Operators can set them in the param_override of the channel.
 * @throws ApiError unsupported_parameter
 */
export function refusePaidOptions(
  { fields }: OperationRequest,
  names: readonly string[],
  override: EstimateTarget['override'],
): void {
  const name = names.find((one) => isOn(fields[one]) && override?.[one] === undefined);
  if (name !== undefined)
    throw new ApiError('unsupported_parameter', { detail: `${name}: not supported by this model` });
}

/** Whether the value of a form field or of a param_override switches an option on. */
export function isOn(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOn);
  return value === true || !['', 'false', '0', 'none'].includes(text(value).toLowerCase());
}
