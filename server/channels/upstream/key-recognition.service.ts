import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  KeyCandidate,
  KeyProbe,
  RecogniseKeyRequest,
  RecogniseKeyResponse,
} from '../../contract/resources/channels/key-recognition.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { isRecord, list, record, text } from '../../dialects/json/lenient.js';
import type { ProviderDefinition } from '../../dialects/kit/define-provider.js';
import {
  byCertainty,
  guessAddress,
  guessKey,
  labelOf,
  withoutVersion,
  type Guess,
} from '../../dialects/kit/recognise-key.js';
import { channelTypeNumbers } from '../channel-types.js';
import { definitionOf } from '../../dialects/providers/registry.js';
import { UPSTREAM_INFO, type ModelListing, type UpstreamInfo } from './upstream-info.js';

/** Limit of one probe. */
const PROBE_MS = 5000;
/** Upstreams that one request may send a key to. */
const MAX_PROBES = 8;
const MAX_MODELS = 1000;
const OPENAI = 1;
const OLLAMA = 4;
const ANTHROPIC = 14;
const GEMINI = 24;

/** A type at one of its addresses that can be asked for its models with the key. */
interface Place {
  readonly definition: ProviderDefinition;
  readonly baseUrl: string;
}

interface Probe extends Place {
  outcome: KeyProbe['outcome'];
  listing?: ModelListing;
}

/** Types that can serve requests, in the order of the console's lists. */
const candidates: readonly ProviderDefinition[] = channelTypeNumbers
  .flatMap((type) => definitionOf(type) ?? [])
  .filter(({ api, retired }) => api !== undefined && !retired);

/**
 * Types whose lists an unknown address is asked for, the most specific first: Ollama has OpenAI's list as well, and gateways
 * with OpenAI's API often have those of Anthropic and Gemini.
 */
const unknownServers: readonly ProviderDefinition[] = [OLLAMA, OPENAI, ANTHROPIC, GEMINI].flatMap(
  (type) => definitionOf(type) ?? [],
);

/**
 * Guesses the provider of a key by its form, and on request by asking upstreams for their models with it. Stores and logs
 * nothing.
 */
@Injectable()
export class KeyRecognition {
  constructor(@Inject(UPSTREAM_INFO) private readonly upstreams: UpstreamInfo) {}

  /** @throws ApiError channel_key_missing */
  async recognise({ key: enteredKey, base_url, probe }: RecogniseKeyRequest): Promise<RecogniseKeyResponse> {
    const key = firstKey(enteredKey);
    if (key === '') throw new ApiError('channel_key_missing');
    const address = base_url === '' ? undefined : withoutVersion(base_url);
    const guesses = address === undefined ? guessKey(candidates, key) : guessAddress(candidates, address);
    if (address !== undefined && guesses.length === 0) return this.unknownServer(address, key, probe);
    const probes: Probe[] = guesses.filter(isListedToOwner).slice(0, MAX_PROBES).map(notProbed);
    if (probe) await this.askFirst(probes, key);
    return { candidates: judged(guesses, probes), probes: probes.map(probeOf) };
  }

  /** An address of unknown type: its lists are read in the form of each API. */
  private async unknownServer(address: string, key: string, probe: boolean): Promise<RecogniseKeyResponse> {
    const probes: Probe[] = unknownServers.map((definition) => notProbed({ definition, baseUrl: address }));
    if (probe) await Promise.all(probes.map((one) => this.ask(one, key, AbortSignal.timeout(PROBE_MS))));
    for (const one of probes)
      if (one.listing && !one.definition.isModelList?.(record(one.listing.body))) one.outcome = 'failed';
    const found = probes
      .filter(({ outcome }) => outcome === 'listed')
      .map(({ definition, baseUrl, listing }, index): KeyCandidate => ({
        ...placeOf({ definition: ownerOf(definition, listing?.body), baseUrl }),
        certainty: index === 0 ? 'certain' : 'possible',
        reason: 'model_list',
        prefix: '',
        key_form: 0,
        models: listing?.models.slice(0, MAX_MODELS) ?? [],
      }));
    return { candidates: found.length > 0 ? found : [compatible(address)], probes: probes.map(probeOf) };
  }

  /** Asks all at once. The first that lists models ends the other calls, because a key belongs to one provider. */
  private async askFirst(probes: readonly Probe[], key: string): Promise<void> {
    const done = new AbortController();
    await Promise.all(
      probes.map(async (one) => {
        const signal = AbortSignal.any([done.signal, AbortSignal.timeout(PROBE_MS)]);
        await this.ask(one, key, signal);
        if (one.outcome === 'listed' && one.listing?.models.length === 0) one.outcome = 'failed';
        if (one.outcome === 'listed') done.abort();
        else if (one.outcome === 'failed' && done.signal.aborted) one.outcome = 'cancelled';
      }),
    );
  }

  private async ask(probe: Probe, key: string, signal: AbortSignal): Promise<void> {
    const { definition, baseUrl } = probe;
    const address = { type: definition.type, baseUrl, key, other: '', organization: '', proxy: undefined };
    try {
      probe.listing = await this.upstreams.list(address, signal);
      probe.outcome = 'listed';
    } catch (problem) {
      // A malformed key can be found before anything is sent.
      if (!(problem instanceof ApiError || problem instanceof UpstreamError)) throw problem;
      probe.outcome = problem instanceof ApiError && isRejection(problem) ? 'rejected' : 'failed';
    }
  }
}

/** A JSON document, else the first line. */
function firstKey(text: string): string {
  const key = text.trim();
  return key.startsWith('{') ? key : (key.split('\n')[0] ?? '').trim();
}

function notProbed(place: Place): Probe {
  const { definition, baseUrl } = place;
  return { definition, baseUrl, outcome: 'not_asked' };
}

/** Whether the upstream can be asked for its models, and shows them only with a valid key. */
function isListedToOwner({ definition, baseUrl }: Guess): boolean {
  const { api, listsToAnyone } = definition;
  const hasAddress = baseUrl !== '' || definition.baseUrl !== null;
  return (api?.models ?? api?.listModels) !== undefined && !listsToAnyone && hasAddress;
}

/** Google reports an invalid key with status 400. */
function isRejection({ code, params }: ApiError): boolean {
  return code === 'upstream_info_status' && [400, 401, 403].includes(Number(record(params).status));
}

/** Guesses after the probes: the upstream that listed its models is certain, those that rejected the key are not its provider. */
function judged(guesses: readonly Guess[], probes: readonly Probe[]): KeyCandidate[] {
  const listed = probes.find(({ outcome }) => outcome === 'listed');
  return guesses
    .flatMap((guess): KeyCandidate[] => {
      const { definition, baseUrl, certainty, reason, prefix, keyForm } = guess;
      const probe = probes.find((one) => one.definition === definition && one.baseUrl === baseUrl);
      if (listed && probe !== listed) return [];
      if (probe?.outcome === 'rejected' && certainty !== 'certain') return [];
      return [
        {
          ...placeOf({ definition, baseUrl }),
          certainty: listed ? 'certain' : certainty,
          reason: listed ? 'model_list' : reason,
          prefix,
          key_form: keyForm,
          models: listed?.listing?.models.slice(0, MAX_MODELS) ?? [],
        },
      ];
    })
    .sort(byCertainty);
}

/** The type of servers whose models have this owner; the given one if there is none. */
function ownerOf(definition: ProviderDefinition, body: unknown): ProviderDefinition {
  if (definition.type !== OPENAI) return definition;
  const owners = new Set(
    list(record(body).data)
      .filter(isRecord)
      .map((model) => text(model.owned_by)),
  );
  return (
    candidates.find(({ modelOwner }) => modelOwner !== undefined && owners.has(modelOwner)) ?? definition
  );
}

/** Most APIs at other addresses are compatible with OpenAI. */
function compatible(address: string): KeyCandidate {
  const shared = { type: OPENAI, label: null, base_url: address, prefix: '', key_form: 0, models: [] };
  return { ...shared, certainty: 'possible', reason: 'compatible' };
}

function placeOf({ definition, baseUrl }: Place): Pick<KeyCandidate, 'type' | 'label' | 'base_url'> {
  return { type: definition.type, label: labelOf(definition, baseUrl), base_url: baseUrl };
}

function probeOf(probe: Probe): KeyProbe {
  return { ...placeOf(probe), outcome: probe.outcome };
}
