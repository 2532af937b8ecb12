import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { record } from '../../dialects/json/lenient.js';
import { UnreadableSource } from '../sources/source.js';

/** Members of the file that the import reads; others are reported. */
const SECTIONS: ReadonlySet<string> = new Set(
  'model_list credential_list router_settings litellm_settings general_settings environment_variables'.split(
    ' ',
  ),
);

/** A deployment of a model: https://docs.litellm.ai/docs/proxy/configs */
export interface Deployment {
  /** Name by which clients ask for it. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly info: Readonly<Record<string, unknown>>;
}

/** What `config.yaml` says. Members of other forms than documented are read as absent. */
export interface LiteLlmConfig {
  readonly deployments: readonly Deployment[];
  /** Values by the name of a credential. */
  readonly credentials: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly router: Readonly<Record<string, unknown>>;
  readonly litellm: Readonly<Record<string, unknown>>;
  readonly general: Readonly<Record<string, unknown>>;
  /** Variables that the file sets itself. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names of members that are not read. */
  readonly unknown: readonly string[];
}

const deployment = z.object({
  model_name: z.string(),
  litellm_params: z.record(z.string(), z.unknown()),
  model_info: z.record(z.string(), z.unknown()).nullish(),
});

export const NO_CONFIG = configOf({});

/** @throws UnreadableSource */
export async function readConfig(file: string): Promise<LiteLlmConfig> {
  let content: unknown;
  try {
    // PyYAML merges `<<`, which later versions of YAML do not. Aliases beyond this number are an attack on the memory of the process.
    content = parse(await readFile(file, 'utf8'), { maxAliasCount: 1000, merge: true });
  } catch (error) {
    throw new UnreadableSource(`${file} cannot be read: ${firstLine(error)}`, { cause: error });
  }
  const members = record(content);
  if (!Array.isArray(members.model_list) && !members.general_settings && !members.litellm_settings)
    throw new UnreadableSource(`${file} has no model_list: it is no configuration of LiteLLM`);
  return configOf(members);
}

function configOf(members: Readonly<Record<string, unknown>>): LiteLlmConfig {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const listed = list(members.model_list).map((one) => deployment.safeParse(one).data);
  return {
    deployments: listed.flatMap((one) =>
      one ? [{ name: one.model_name, params: one.litellm_params, info: one.model_info ?? {} }] : [],
    ),
    credentials: new Map(
      list(members.credential_list)
        .map(record)
        .map(({ credential_name: name, credential_values: values }) => [String(name), record(values)]),
    ),
    router: record(members.router_settings),
    litellm: record(members.litellm_settings),
    general: record(members.general_settings),
    variables: record(members.environment_variables),
    unknown: [
      ...Object.keys(members).filter((name) => !SECTIONS.has(name)),
      ...listed.flatMap((one, index) => (one ? [] : [`model_list[${index}]`])),
    ],
  };
}

/** Errors of the parser go on with the lines of the file, which may have keys. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
