import type { KeyCandidate, RecogniseKeyResponse } from '#contract/resources/channels/key-recognition';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api';
import { useAction } from '../../lib/interaction/use-action';
import { nameOf } from '../channels/form/key-candidates';
import { useUnpricedModels } from '../channels/form/use-unpriced-models';
import type { ChannelTypes } from '../channels/use-channel-types';
import { type Pasted, readPaste } from './read-paste';
import { suggestedModels } from './suggested-models';

/** What a channel is made of: whose key it is, and the models that it can offer. */
export interface KeyChannel extends Pasted {
  candidate: KeyCandidate;
  name: string;
  /** Of the provider, or those that are usual for the type where it lists none. */
  offered: string[];
  /** Whether they are the provider's. */
  isListed: boolean;
}

const NOTHING: Pasted = { key: '', address: '' };

/**
 * Recognises the provider of a pasted key and fetches its models. The key is sent to a provider only if it is certainly that
 * provider's, if the user gave the address, or if the user said so.
 */
export function useKeyChannel(types: ChannelTypes) {
  const [pasted, setPasted] = useState<Pasted>(NOTHING);
  const latest = useRef(NOTHING);
  const [result, setResult] = useState<RecogniseKeyResponse>();
  const [chosen, setChosen] = useState<KeyChannel>();
  const [ticked, setTicked] = useState<string[]>();
  const offered = chosen?.offered ?? [];
  const type = chosen && types.of(chosen.candidate.type);
  const unpriced = useUnpricedModels(offered, type?.listed_prices);
  const current = type?.models ?? [];
  const suggested = unpriced ? suggestedModels(offered, current, unpriced) : [];
  const models = ticked ?? suggested;

  const recognition = useAction(async (from: Pasted, probe: boolean) => {
    const found = await ask(from, probe || from.address !== '');
    const [first, second] = found.candidates;
    const isCertain = first?.certainty === 'certain' && second === undefined;
    const isUnasked = found.probes.some(({ outcome }) => outcome === 'not_asked');
    const listed = isCertain && isUnasked ? await ask(from, true) : found;
    const [only, other] = listed.candidates;
    // One that is only possible is chosen by the user.
    const isChosen = other === undefined && (only?.certainty === 'certain' || from.address !== '');
    const wasAsked = listed.probes.some(({ outcome }) => outcome !== 'not_asked');
    const made = only && isChosen ? await channelOf(from, only, types, wasAsked) : undefined;
    // Another text was pasted meanwhile.
    if (latest.current !== from) return;
    setResult(listed);
    if (made) show(made);
  });
  const choice = useAction(async (candidate: KeyCandidate) => {
    const made = await channelOf(pasted, candidate, types, false);
    if (latest.current === pasted) show(made);
  });

  function recognise(text: string) {
    clear();
    const from = readPaste(text);
    latest.current = from;
    setPasted(from);
    if (from.key !== '') void recognition.run(from, false);
  }

  function show(channel: KeyChannel) {
    setTicked(undefined);
    setChosen(channel);
  }

  function clear() {
    latest.current = NOTHING;
    setPasted(NOTHING);
    setResult(undefined);
    setChosen(undefined);
    setTicked(undefined);
  }

  return {
    pasted,
    result,
    chosen,
    models,
    /** All models to tick, those to begin with first. */
    listed: [...suggested, ...offered.filter((model) => !suggested.includes(model))],
    /** Of the ticked models; undefined until the prices are known. */
    priced: unpriced && models.filter((model) => !unpriced.includes(model)).length,
    pending: recognition.pending || choice.pending,
    recognise,
    clear,
    setModels: setTicked,
    /** Another key for the pasted address. */
    addKey: (key: string) => recognise(`${pasted.address} ${key}`),
    probe: () => void recognition.run(pasted, true),
    choose: (candidate: KeyCandidate) => void choice.run(candidate),
  };
}

async function ask({ key, address }: Pasted, probe: boolean): Promise<RecogniseKeyResponse> {
  const body = { key, base_url: address, probe };
  return (await call<RecogniseKeyResponse>('POST', '/api/channel/recognise', { body })).data;
}

/** @param wasAsked whether the provider was asked for its models already */
async function channelOf(
  from: Pasted,
  candidate: KeyCandidate,
  types: ChannelTypes,
  wasAsked: boolean,
): Promise<KeyChannel> {
  const listed =
    candidate.models.length > 0 || wasAsked ? candidate.models : await modelsOf(from.key, candidate, types);
  const usual = types.of(candidate.type)?.models ?? [];
  const isListed = listed.length > 0;
  return { ...from, candidate, name: nameOf(candidate, types), offered: isListed ? listed : usual, isListed };
}

/** Models that the provider lists for the key; empty if it does not. What is wrong with the key, the test of the channel says. */
async function modelsOf(
  key: string,
  { type, base_url }: KeyCandidate,
  types: ChannelTypes,
): Promise<string[]> {
  if (!types.of(type)?.capabilities.includes('model-list')) return [];
  try {
    const body = { type, base_url, key, setting: '' };
    return (await call<string[]>('POST', '/api/channel/fetch_models', { body })).data;
  } catch {
    return [];
  }
}
