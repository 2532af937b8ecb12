import { z } from 'zod';
import type { Env } from '../../../core/env.js';
import { AccessTokenCache } from './access-token.js';
import { azureToken } from './azure-token.js';
import { callCloud, CloudDenied, type CloudEgress } from './cloud-call.js';
import { CloudSource, SecretProblem } from './cloud-source.js';

/** The earliest version that is still supported, so that all clouds have it. */
const API_VERSION = '7.4';
/** `NAME` or `NAME/VERSION`: https://learn.microsoft.com/rest/api/keyvault/secrets/get-secret/get-secret */
const NAME = /^([0-9A-Za-z-]{1,127})(?:\/([0-9a-fA-F]{32}))?$/;

const secretResponse = z.object({ value: z.string() });
const errorResponse = z.object({
  error: z.object({
    code: z.string(),
    innererror: z.object({ code: z.string() }).optional().catch(undefined),
  }),
});

/** `azure:NAME[/VERSION]` with or without `#MEMBER`: secrets of one Azure Key Vault. */
export class AzureSource extends CloudSource {
  readonly scheme = 'azure';
  readonly missingVariable: string | undefined;
  private readonly token: AccessTokenCache;

  constructor(
    private readonly env: Env,
    private readonly egress: CloudEgress,
  ) {
    super();
    const vault = env.KEY_REFERENCE_AZURE_VAULT;
    this.token = new AccessTokenCache((signal) =>
      azureToken(env, { resource: resourceOf(vault ?? ''), egress, signal }),
    );
    if (vault === undefined) this.missingVariable = 'KEY_REFERENCE_AZURE_VAULT';
  }

  protected async secret(place: string, signal: AbortSignal): Promise<string> {
    const [, name, version] = NAME.exec(place) ?? [];
    if (name === undefined) throw new SecretProblem('key_reference_invalid');
    const path = version === undefined ? name : `${name}/${version}`;
    const url = `${this.env.KEY_REFERENCE_AZURE_VAULT}/secrets/${path}?api-version=${API_VERSION}`;
    const { status, body } = await this.token.call(signal, (authorization) =>
      callCloud(this.egress, { url, headers: { authorization }, signal }),
    );
    if (status === 404) throw new SecretProblem('key_reference_missing');
    const { data: failure } = errorResponse.safeParse(body);
    if (failure?.error.innererror?.code === 'SecretDisabled')
      throw new SecretProblem('key_reference_missing');
    if (status === 401 || status === 403) throw new CloudDenied(`Key Vault answers ${status}`);
    if (status === 400) throw new SecretProblem('key_reference_invalid');
    const { data } = secretResponse.safeParse(body);
    if (status !== 200 || !data) throw new Error(`Key Vault answers ${status}`);
    return data.value;
  }
}

/** What a token is for: the service in the cloud of the vault, such as `https://vault.azure.cn`. */
function resourceOf(vault: string): string {
  const [, service = 'vault.azure.net'] = /^https:\/\/[\w-]+\.(vault\.[\w.]+)$/.exec(vault) ?? [];
  return `https://${service}`;
}
