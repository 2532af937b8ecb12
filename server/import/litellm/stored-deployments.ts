import type { Note } from '../rules.js';
import { flag, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';
import { jsonOf } from './columns.js';
import type { Deployment, LiteLlmConfig } from './config-file.js';
import { openedValue } from './sealed-value.js';

/** Values that LiteLLM may store as they are. */
const PLAIN = /^(?:os\.environ\/|https?:\/\/)/;

export interface StoredDeployments extends Pick<LiteLlmConfig, 'deployments' | 'credentials'> {
  readonly notes: readonly Note[];
}

/**
 * Deployments and credentials that were added in the console of LiteLLM. Each text in them is encrypted by itself.
 * @param saltKey '' = it is not known
 */
export async function storedDeployments(
  rows: { readonly models: AsyncIterable<SourceRow>; readonly credentials: AsyncIterable<SourceRow> },
  saltKey: string,
): Promise<StoredDeployments> {
  const notes: Note[] = [];
  const deployments: Deployment[] = [];
  const credentials = new Map<string, Readonly<Record<string, unknown>>>();
  for await (const row of rows.credentials) {
    const name = trimmed(row, 'credential_name');
    const values = opened(jsonOf(row, 'credential_values'), saltKey);
    if (values) credentials.set(name, values);
    else notes.push({ table: 'LiteLLM_CredentialsTable', id: name, code: 'value_encrypted', detail: '' });
  }
  for await (const row of rows.models) {
    const name = trimmed(row, 'model_name');
    const note = (code: Note['code'], detail = '') =>
      notes.push({ table: 'LiteLLM_ProxyModelTable', id: name, code, detail });
    if (flag(row, 'blocked')) {
      note('part_not_imported', 'blocked');
      continue;
    }
    const params = opened(jsonOf(row, 'litellm_params'), saltKey);
    if (!params) note('value_encrypted');
    else deployments.push({ name, params, info: jsonOf(row, 'model_info') });
  }
  return { deployments, credentials, notes };
}

/** @returns undefined if a text is encrypted with another key */
function opened(
  values: Readonly<Record<string, unknown>>,
  saltKey: string,
): Readonly<Record<string, unknown>> | undefined {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const isSealed = typeof value === 'string' && value !== '' && !PLAIN.test(value);
    const plain = isSealed ? openedValue(value, saltKey) : value;
    if (plain === undefined) return undefined;
    found[name] = plain;
  }
  return found;
}
