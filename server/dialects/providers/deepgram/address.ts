import type { Target, UpstreamCall } from '../../kit/provider.js';

/** https://developers.deepgram.com/docs/authenticating */
export function deepgramHeaders({ key }: Pick<Target, 'key'>): Record<string, string> {
  return { authorization: `Token ${key}` };
}

/**
 * A call of a model. All parameters are in the query, also those of the channel's param_override.
 * @param parameters those without a value are left out
 */
export function modelCall(
  target: Target,
  path: string,
  parameters: readonly (readonly [name: string, value: string])[],
  contentType: string,
  body: Pick<UpstreamCall, 'body' | 'streamed'>,
): UpstreamCall {
  const override = Object.entries(target.override ?? {});
  const query = new URLSearchParams();
  for (const [name, value] of parameters)
    if (value !== '' && !override.some(([replaced]) => replaced === name)) query.append(name, value);
  for (const [name, value] of override)
    for (const one of [value].flat()) query.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return {
    method: 'POST',
    url: `${target.baseUrl}${path}?${query.toString()}`,
    headers: { ...deepgramHeaders(target), 'content-type': contentType, accept: '*/*' },
    ...body,
  };
}
