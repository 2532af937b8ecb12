import type { GroupOffersResponse } from '#contract/resources/group';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import { useSelf } from '../../lib/api/use-self';
import { logText } from '../../text/log-text';

export interface GroupChoice {
  value: string;
  description: string;
  /** Absent when the server does not report it. */
  ratio?: number;
}

/** The groups (the user's own first) and models the user may use; undefined while loading. */
export function usePlaygroundChoices(): { groups: GroupChoice[]; models: string[] } | undefined {
  const { self } = useSelf();
  const models = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  const groups = useSWR('/api/user/self/groups', (path: string) => get<GroupOffersResponse>(path));
  if (!self || !models.data || !groups.data) return undefined;
  const own = self.group;
  const choices = Object.entries(groups.data).map(([value, { desc, ratio }]) => ({
    value,
    description: logText(desc),
    ratio,
  }));
  return {
    models: models.data,
    groups: choices.toSorted((a, b) => Number(b.value === own) - Number(a.value === own)),
  };
}
