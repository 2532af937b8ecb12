import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readJson, writeJson } from '../../lib/browser/storage';
import { sampleModel, usePricedModels } from '../../lib/models/sample-model';
import { useSession } from '../../lib/api/session';
import type { PlaygroundSettings } from './playground.types';
import { usePlaygroundChoices } from './use-playground-choices';

const DEFAULT_MODEL = 'gpt-4o-mini';
const keyOf = (userId: number) => `playground-settings:${userId}`;

/** Settings of the next request: the user's choices, kept in this browser, over defaults that are available to the user. */
export function usePlaygroundSettings() {
  const { t } = useTranslation();
  const choices = usePlaygroundChoices();
  const user = useSession();
  const userId = user?.id ?? 0;
  const [stored, setChosen] = useState(() => readChosen(userId));
  const chosen = choices ? withoutGone(stored, choices) : stored;
  const priced = usePricedModels();
  const own = user?.group || 'default';
  const group = chosen.group ?? choices?.groups[0]?.value ?? '';
  const callGroup = group || own;
  const suggested = (allowed: readonly string[]) =>
    priced && sampleModel(priced, [callGroup], { preferred: DEFAULT_MODEL, allowed });
  const callable = choices && suggested(choices.models);
  const settings: PlaygroundSettings = {
    group,
    model: callable ?? DEFAULT_MODEL,
    temperature: 0,
    maxTokens: 0,
    system: t('playground.systemDefault'),
    tools: '',
    ...chosen,
  };
  const change = (changes: Partial<PlaygroundSettings>) =>
    setChosen((current) => {
      const next = { ...current, ...changes };
      writeJson(keyOf(userId), next);
      return next;
    });
  return {
    settings,
    change,
    choices,
    priced,
    callGroup,
    /** True once both lists are loaded and the group has no callable chat model. */
    noneCallable: priced !== undefined && choices !== undefined && callable === undefined,
    /** A model to compare with; undefined if there is no other one. */
    otherModel: choices && suggested(choices.models.filter((model) => model !== settings.model)),
  };
}

export type PlaygroundSettingsOfVisit = ReturnType<typeof usePlaygroundSettings>;

/** The stored choices; members of other types are left out. */
function readChosen(userId: number): Partial<PlaygroundSettings> {
  const stored = readJson(keyOf(userId));
  if (typeof stored !== 'object' || stored === null) return {};
  const { group, model, temperature, maxTokens, system, tools }: Record<string, unknown> = { ...stored };
  return {
    ...(typeof group === 'string' && { group }),
    ...(typeof model === 'string' && { model }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(typeof system === 'string' && { system }),
    ...(typeof tools === 'string' && { tools }),
  };
}

/** Without a group and a model that the user may not use any more. */
function withoutGone(
  { group, model, ...others }: Partial<PlaygroundSettings>,
  { groups, models }: NonNullable<ReturnType<typeof usePlaygroundChoices>>,
): Partial<PlaygroundSettings> {
  return {
    ...others,
    ...(group !== undefined && groups.some(({ value }) => value === group) && { group }),
    ...(model !== undefined && models.includes(model) && { model }),
  };
}
