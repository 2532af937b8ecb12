import { z } from 'zod';
import { awsCredentials, awsRegion, type AwsCredentials } from '../../../core/aws/aws-credentials.js';
import { unlessAborted } from '../../../core/deadline.js';
import type { Env } from '../../../core/env.js';
import { dnsSuffix } from '../../../dialects/providers/bedrock/call.js';
import type { KeyReferenceProblem } from '../key-source.js';
import { callCloud, CloudDenied, type CloudEgress, type CloudResponse } from './cloud-call.js';
import { CloudSource, SecretProblem } from './cloud-source.js';

/** Names of secrets: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html. No ARNs, which lead to other accounts. */
const NAME = /^[\w/+=.@-]{1,512}$/;
const SERVICE = 'secretsmanager';
const TARGET = 'secretsmanager.GetSecretValue';

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html */
const secretResponse = z.object({ SecretString: z.string().optional() });
const errorResponse = z.object({
  __type: z.string(),
  // Both spellings occur.
  message: z.string().optional(),
  Message: z.string().optional(),
});

/** Codes of the service, and of all services: https://docs.aws.amazon.com/secretsmanager/latest/apireference/CommonErrors.html */
const PROBLEMS: Readonly<Record<string, KeyReferenceProblem>> = {
  ResourceNotFoundException: 'key_reference_missing',
  // The secret is going to be deleted.
  InvalidRequestException: 'key_reference_missing',
  InvalidParameterException: 'key_reference_invalid',
  AccessDeniedException: 'key_reference_denied',
  DecryptionFailure: 'key_reference_denied',
  UnrecognizedClientException: 'key_reference_denied',
  InvalidClientTokenId: 'key_reference_denied',
  InvalidSignatureException: 'key_reference_denied',
  NotAuthorized: 'key_reference_denied',
};
/** The session of temporary credentials has ended, or was revoked. */
const ENDED: ReadonlySet<string> = new Set(['ExpiredTokenException', 'UnrecognizedClientException']);
/** A wrong clock is no refusal of the credentials: values stay in use. */
const CLOCK = /signature (?:expired|not yet current)/i;
/** With which the token service refuses a web identity. */
const REFUSED: ReadonlySet<string> = new Set(['AccessDenied', 'IDPRejectedClaim', 'InvalidIdentityToken']);

/** `aws:NAME` or `aws:NAME#MEMBER`: secrets of AWS Secrets Manager whose names begin with a prefix. */
export class AwsSource extends CloudSource {
  readonly scheme = 'aws';
  readonly missingVariable: string | undefined;
  private readonly credentials: ReturnType<typeof awsCredentials>;

  constructor(
    private readonly env: Env,
    private readonly egress: CloudEgress,
  ) {
    super();
    this.credentials = awsCredentials(env);
    if (env.KEY_REFERENCE_AWS_PREFIX === undefined) this.missingVariable = 'KEY_REFERENCE_AWS_PREFIX';
    else if (awsRegion(env) === undefined) this.missingVariable = 'AWS_REGION';
  }

  protected async secret(name: string, signal: AbortSignal): Promise<string> {
    if (!NAME.test(name)) throw new SecretProblem('key_reference_invalid');
    if (!name.startsWith(this.env.KEY_REFERENCE_AWS_PREFIX ?? name))
      throw new SecretProblem('key_reference_not_allowed');
    let response = await this.call(name, await this.signedIn(signal), signal);
    if (ENDED.has(errorOf(response).code))
      response = await this.call(name, await this.signedIn(signal, { forceRefresh: true }), signal);
    const { data } = secretResponse.safeParse(response.body);
    if (response.status === 200 && data) {
      // Secrets of bytes are not keys.
      if (data.SecretString === undefined) throw new SecretProblem('key_reference_missing');
      return data.SecretString;
    }
    const { code, message } = errorOf(response);
    const problem = CLOCK.test(message) ? undefined : PROBLEMS[code];
    if (problem !== undefined) throw new SecretProblem(problem);
    throw new Error(`Secrets Manager answers ${response.status} ${code}`);
  }

  private async signedIn(signal: AbortSignal, options?: { forceRefresh: true }): Promise<AwsCredentials> {
    try {
      // The package of AWS takes no signal.
      return await unlessAborted(this.credentials(options), signal);
    } catch (error) {
      if (error instanceof Error && REFUSED.has(error.name))
        throw new CloudDenied('the token service refuses the web identity');
      throw error;
    }
  }

  /** Signs with Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
  private async call(name: string, credentials: AwsCredentials, signal: AbortSignal): Promise<CloudResponse> {
    const [{ Sha256 }, { SignatureV4 }] = await Promise.all([
      import('@smithy/core/checksum'),
      import('@smithy/signature-v4'),
    ]);
    const region = awsRegion(this.env) ?? '';
    const url = new URL(this.address(region));
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const signer = new SignatureV4({
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
      region,
      service: SERVICE,
      sha256: Sha256,
    });
    const body = JSON.stringify({ SecretId: name });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: { host: url.host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': TARGET },
      body,
    });
    return callCloud(this.egress, { url: url.href, method: 'POST', headers, body, signal });
  }

  private address(region: string): string {
    const own = this.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? this.env.AWS_ENDPOINT_URL;
    return own ?? `https://${SERVICE}.${region}${dnsSuffix(region)}`;
  }
}

function errorOf({ body, status }: CloudResponse): { code: string; message: string } {
  const { data } = errorResponse.safeParse(body);
  if (!data || status === 200) return { code: '', message: '' };
  // Such as `com.amazonaws.secretsmanager#ResourceNotFoundException`.
  const code = data.__type.slice(data.__type.lastIndexOf('#') + 1);
  return { code, message: data.message ?? data.Message ?? '' };
}
