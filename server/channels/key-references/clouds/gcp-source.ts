import { z } from 'zod';
import type { Env } from '../../../core/env.js';
import { AccessTokenCache } from './access-token.js';
import { callCloud, CloudDenied, type CloudEgress } from './cloud-call.js';
import { CloudSource, SecretProblem } from './cloud-source.js';
import { crc32c } from './crc32c.js';
import { gcpToken } from './gcp-token.js';

/** `NAME` or `NAME/VERSION`: https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets/create */
const NAME = /^([\w-]{1,255})(?:\/([\w-]{1,63}))?$/;

/** https://cloud.google.com/secret-manager/docs/reference/rest/v1/AccessSecretVersionResponse */
const secretResponse = z.object({
  payload: z.object({ data: z.base64(), dataCrc32c: z.string().regex(/^\d+$/).optional() }),
});
/** https://cloud.google.com/apis/design/errors#http_mapping */
const errorResponse = z.object({ error: z.object({ status: z.string() }) });

/** `gcp:NAME[/VERSION]` with or without `#MEMBER`: secrets of one project in Google Secret Manager. */
export class GcpSource extends CloudSource {
  readonly scheme = 'gcp';
  readonly missingVariable: string | undefined;
  private readonly token: AccessTokenCache;

  constructor(
    private readonly env: Env,
    private readonly egress: CloudEgress,
  ) {
    super();
    this.token = new AccessTokenCache((signal) => gcpToken(env, egress, signal));
    if (env.KEY_REFERENCE_GCP_PROJECT === undefined) this.missingVariable = 'KEY_REFERENCE_GCP_PROJECT';
  }

  protected async secret(place: string, signal: AbortSignal): Promise<string> {
    const [, name, version = 'latest'] = NAME.exec(place) ?? [];
    if (name === undefined) throw new SecretProblem('key_reference_invalid');
    const { KEY_REFERENCE_GCP_ADDRESS: address, KEY_REFERENCE_GCP_PROJECT: project } = this.env;
    const url = `${address}/v1/projects/${project}/secrets/${name}/versions/${version}:access`;
    const { status, body } = await this.token.call(signal, (authorization) =>
      callCloud(this.egress, { url, headers: { authorization }, signal }),
    );
    if (status === 404) throw new SecretProblem('key_reference_missing');
    if (status === 401 || status === 403) throw new CloudDenied(`Secret Manager answers ${status}`);
    const code = errorResponse.safeParse(body).data?.error.status;
    // The version is disabled or destroyed.
    if (code === 'FAILED_PRECONDITION') throw new SecretProblem('key_reference_missing');
    if (code === 'INVALID_ARGUMENT') throw new SecretProblem('key_reference_invalid');
    const { data } = secretResponse.safeParse(body);
    if (status !== 200 || !data) throw new Error(`Secret Manager answers ${status}`);
    const bytes = Buffer.from(data.payload.data, 'base64');
    const { dataCrc32c: sum } = data.payload;
    if (sum !== undefined && Number(sum) !== crc32c(bytes))
      throw new Error('the value of Secret Manager was changed on its way');
    return bytes.toString('utf8');
  }
}
