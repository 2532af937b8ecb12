import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { ModelList } from '../../kit/provider.js';
import { controlCall } from './call.js';
import { baseId } from './model-ids.js';

/** Kinds of output of the models that are usable here. */
const OUTPUTS: ReadonlySet<string> = new Set(['TEXT', 'EMBEDDING']);

/**
 * The models that can be called in the region by their own ids, and the inference profiles of the account, which are the
 * only way to call newer models: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListFoundationModels.html and
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListInferenceProfiles.html (one page contains all).
 */
export const listModels: ModelList = function* (target) {
  const models = list(record(yield controlCall(target, '/foundation-models')).modelSummaries)
    .map(record)
    .filter(isUsable);
  const profiles = list(
    record(yield controlCall(target, '/inference-profiles?maxResults=1000')).inferenceProfileSummaries,
  ).map(record);
  const ids = new Set(models.map(({ modelId }) => text(modelId)));
  return [
    ...models.filter(isOnDemand).map(({ modelId }) => text(modelId)),
    ...profiles.filter((profile) => profile.status === 'ACTIVE' && leadsTo(profile, ids)).map(nameOf),
  ].filter((name) => name !== '');
};

function isUsable({ outputModalities }: UnknownRecord): boolean {
  return list(outputModalities).some((kind) => OUTPUTS.has(text(kind)));
}

function isOnDemand({ inferenceTypesSupported }: UnknownRecord): boolean {
  return list(inferenceTypesSupported).includes('ON_DEMAND');
}

function leadsTo(profile: UnknownRecord, ids: ReadonlySet<string>): boolean {
  return list(profile.models).some((model) => ids.has(baseId(text(record(model).modelArn))));
}

/** Profiles that the account has created can only be called by their ARN. */
function nameOf({ type, inferenceProfileId, inferenceProfileArn }: UnknownRecord): string {
  return text(type === 'APPLICATION' ? inferenceProfileArn : inferenceProfileId);
}
