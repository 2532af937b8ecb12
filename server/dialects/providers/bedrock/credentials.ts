import { UpstreamError } from '../../canonical/failure.js';

/** An IAM user's access key or temporary credentials, which sign calls, or an API key of Bedrock, which is sent as it is. */
export type Credentials = {
  readonly region: string;
} & (
  | { readonly apiKey: string }
  | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string }
);

/** A region becomes a part of the host name. */
const REGION = /^[a-z]{2,5}(?:-[a-z]+){1,3}-\d{1,2}$/;

/**
 * Reads a channel's key: `AccessKeyId|SecretAccessKey|Region`, with `|SessionToken` for temporary credentials, or
 * `ApiKey|Region` (https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html).
 * @throws UpstreamError if the key has another form
 */
export function credentialsOf(key: string): Credentials {
  const parts = key.split('|').map((part) => part.trim());
  const [first = '', second = '', third = '', fourth] = parts;
  const isComplete = parts.every((part) => part !== '');
  if (isComplete && parts.length === 2 && REGION.test(second)) return { apiKey: first, region: second };
  if (isComplete && (parts.length === 3 || parts.length === 4) && REGION.test(third))
    return {
      accessKeyId: first,
      secretAccessKey: second,
      region: third,
      ...(fourth !== undefined && { sessionToken: fourth }),
    };
  throw new UpstreamError({
    status: 401,
    message: 'invalid aws secret key',
    text: 'upstream_key_invalid',
    kind: 'authentication_error',
    code: 'invalid_api_key',
    retryable: true,
    disables: true,
  });
}
