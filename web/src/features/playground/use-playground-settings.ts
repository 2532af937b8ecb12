import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleModel, usePricedModels } from '../../lib/models/sample-model';
import { useSession } from '../../lib/api/session';
import type { PlaygroundSettings } from './playground.types';
import { usePlaygroundChoices } from './use-playground-choices';

const DEFAULT_MODEL = 'gpt-4o-mini';

/** Settings of the next request: the user's choices over defaults that are available to the user. */
export function usePlaygroundSettings() {
  const { t } = useTranslation();
  const choices = usePlaygroundChoices();
  const [chosen, setChosen] = useState<Partial<PlaygroundSettings>>({});
  const priced = usePricedModels();
  const own = useSession()?.group || 'default';
  const group = chosen.group ?? choices?.groups[0]?.value ?? '';
  const callable =
    priced &&
    choices &&
    sampleModel(priced, [group || own], { preferred: DEFAULT_MODEL, allowed: choices.models });
  const settings: PlaygroundSettings = {
    group,
    model: callable ?? DEFAULT_MODEL,
    temperature: 0,
    maxTokens: 0,
    system: t('playground.systemDefault'),
    ...chosen,
  };
  const change = (changes: Partial<PlaygroundSettings>) =>
    setChosen((current) => ({ ...current, ...changes }));
  /** True once both lists are loaded and the group has no callable chat model. */
  const noneCallable = priced !== undefined && choices !== undefined && callable === undefined;
  return { settings, change, choices, priced, callGroup: group || own, noneCallable };
}

export type PlaygroundSettingsOfVisit = ReturnType<typeof usePlaygroundSettings>;
