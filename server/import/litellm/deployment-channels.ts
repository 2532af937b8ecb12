import { ChannelStatus } from '../../contract/enums.js';
import { channelAddress } from '../../dialects/providers/registry.js';
import { record } from '../../dialects/json/lenient.js';
import type { Note, RuleCode } from '../rules.js';
import type { SourceRow } from '../sources/source.js';
import type { Deployment, LiteLlmConfig } from './config-file.js';
import { credentialOf, readVariable, type Credential, type Variables } from './deployment-credential.js';
import { sourceId } from './source-id.js';
import { definitionFor, providerModel } from './provider-prefixes.js';

/** Parameters that are read, or mean nothing here; others are reported by name. */
const READ: ReadonlySet<string> = new Set(
  `model custom_llm_provider api_key api_base base_url api_version organization order weight litellm_credential_name
   aws_access_key_id aws_secret_access_key aws_session_token aws_region_name vertex_project vertex_location vertex_credentials
   input_cost_per_token output_cost_per_token cache_read_input_token_cost use_in_pass_through use_litellm_proxy
   merge_reasoning_content_in_choices`.split(/\s+/),
);

/** A channel under construction: deployments with the same provider, address, credential and order. */
interface Draft {
  readonly provider: string;
  readonly type: number;
  readonly base: string;
  readonly other: string;
  readonly organization: string;
  readonly credential: Credential;
  readonly order: number;
  readonly weight: number;
  /** Names of the provider by names that clients use. */
  readonly models: Map<string, string>;
}

export interface DeploymentChannels {
  readonly rows: readonly SourceRow[];
  readonly notes: readonly Note[];
  /** All models that clients can ask for, with the access groups that have them. */
  readonly models: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Deployments as channels: those with the same provider, key and address are one, unless two of them serve the same model under
 * different names.
 * @param variables values of environment variables that are known
 */
export function deploymentChannels(
  { deployments, credentials, router }: Pick<LiteLlmConfig, 'deployments' | 'credentials' | 'router'>,
  variables: Variables,
): DeploymentChannels {
  const notes: Note[] = [];
  const drafts = new Map<string, Draft[]>();
  const models = new Map<string, Set<string>>();
  const aliases = aliasesOf(router);
  for (const deployment of deployments) {
    const draft = draftOf(deployment, credentials, variables, notes);
    if (!draft) continue;
    for (const name of draft.models.keys()) {
      const groups = models.get(name) ?? new Set<string>();
      for (const group of accessGroups(deployment)) groups.add(group);
      models.set(name, groups);
    }
    for (const [alias, target] of aliases) {
      const upstream = draft.models.get(target);
      if (upstream === undefined) continue;
      draft.models.set(alias, upstream);
      models.set(alias, models.get(alias) ?? new Set());
    }
    const { provider, base, other, organization, credential, order, weight } = draft;
    const place = JSON.stringify([provider, base, other, organization, credential.key, order, weight]);
    const same = drafts.get(place) ?? [];
    drafts.set(place, same);
    const fitting = same.find((one) =>
      [...draft.models].every(([name, upstream]) => (one.models.get(name) ?? upstream) === upstream),
    );
    if (fitting) for (const [name, upstream] of draft.models) fitting.models.set(name, upstream);
    else same.push(draft);
  }
  for (const [alias, target] of aliases)
    if (!models.has(target))
      notes.push({ table: 'router_settings', id: alias, code: 'alias_without_model', detail: target });
  return { rows: rowsOf([...drafts.values()].flat()), notes, models };
}

function draftOf(
  { name, params: own, info }: Deployment,
  credentials: LiteLlmConfig['credentials'],
  variables: Variables,
  notes: Note[],
): Draft | undefined {
  const params = { ...credentials.get(String(own.litellm_credential_name)), ...own };
  const note = (code: RuleCode, detail = '') => {
    notes.push({ table: 'model_list', id: name, code, detail });
    return undefined;
  };
  const missing: string[] = [];
  const value = (key: string): string => {
    const read = readVariable(params[key], variables);
    if (read === undefined) missing.push(`${key} ${String(params[key])}`);
    return read ?? '';
  };
  const { provider, model } = providerModel(value('model'), value('custom_llm_provider'));
  const definition = definitionFor(provider);
  if (!definition?.api) return note('provider_unknown', provider);
  const entered = value('api_base') || value('base_url');
  const other = provider.startsWith('vertex_ai') ? value('vertex_location') : value('api_version');
  const organization = value('organization');
  if (missing.length > 0) return note('variable_missing', missing.join(', '));
  const credential = credentialOf(provider, params, variables);
  if (credential.reference !== undefined) note('key_reference', credential.reference);
  if (credential.isIncomplete) note('credential_incomplete', provider);
  const left = Object.keys(params).filter((key) => !READ.has(key) && !/cost/.test(key));
  if (left.length > 0) note('part_not_imported', left.toSorted().join(', '));
  const isWildcard = name.includes('*');
  if (isWildcard) note('wildcard', `${definition.models.length} models`);
  if (info.mode === 'realtime' || info.mode === 'batch')
    note('part_not_imported', `mode ${String(info.mode)}`);
  return {
    provider,
    type: definition.type,
    base: entered === '' ? '' : channelAddress(definition.type, entered),
    other,
    organization,
    credential,
    order: number(params.order),
    weight: number(params.weight),
    models: new Map(
      isWildcard
        ? definition.models.map((one) => [
            name.replace('*', one),
            model.includes('*') ? model.replace('*', one) : one,
          ])
        : [[name, model]],
    ),
  };
}

function rowsOf(drafts: readonly Draft[]): SourceRow[] {
  const counts = new Map<string, number>();
  return drafts.map(({ provider, type, base, other, organization, credential, order, weight, models }) => {
    const count = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, count);
    const mapping = Object.fromEntries([...models].filter(([name, upstream]) => name !== upstream));
    return {
      // Without the key, which may change: the channel stays the same one.
      id: sourceId('channel', provider, String(count)),
      type: String(type),
      key: credential.key,
      name: count === 1 ? provider : `${provider} ${count}`,
      base_url: base,
      other,
      openai_organization: organization,
      models: [...models.keys()].join(','),
      model_mapping: Object.keys(mapping).length === 0 ? '' : JSON.stringify(mapping),
      // The lower the order, the earlier it is tried there; the higher the priority, the earlier here.
      priority: String(-order),
      weight: String(weight),
      group: 'default',
      status: String(credential.isIncomplete ? ChannelStatus.disabled : ChannelStatus.enabled),
    };
  });
}

/** Other names of models: a text, or an object with the member `model`. */
export function aliasesOf(router: LiteLlmConfig['router']): [alias: string, target: string][] {
  return Object.entries(record(router.model_group_alias)).flatMap(([alias, value]) => {
    const target = typeof value === 'string' ? value : record(value).model;
    return typeof target === 'string' ? [[alias, target]] : [];
  });
}

function accessGroups({ info }: Deployment): string[] {
  const groups: unknown[] = Array.isArray(info.access_groups) ? info.access_groups : [];
  return groups.filter((group) => typeof group === 'string');
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(Math.trunc(value), 0) : 0;
}
