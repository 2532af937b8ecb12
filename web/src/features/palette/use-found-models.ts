import { IconCube, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { MAX_RESULTS, type PaletteGroup } from './palette.types';

const READ_ONCE = { revalidateOnFocus: false, dedupingInterval: 60_000 };

/**
 * Models that can be called and have this text in their names: for administrators the channels that have them, and for all the
 * log.
 * @param keyword '' searches nothing
 */
export function useFoundModels(keyword: string, admin: boolean): PaletteGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const all = useSWR(
    keyword ? (admin ? '/api/channel/models_enabled' : '/api/user/models') : null,
    (path: string) => get<string[]>(path),
    READ_ONCE,
  );
  const found = matching(all.data ?? [], keyword);
  return [
    {
      label: t('palette.models'),
      entries: admin
        ? found.map((name) => ({
            id: `model ${name}`,
            label: name,
            description: t('palette.channelsOfModel'),
            icon: IconCube,
            run: () => void navigate(withQuery('/channel', { model: name })),
          }))
        : [],
    },
    {
      label: t('palette.logs'),
      entries: found.map((name) => ({
        id: `log of model ${name}`,
        label: t('palette.logsOfModel', { name }),
        icon: IconHistory,
        run: () => void navigate(withQuery('/log', { model_name: name })),
      })),
    },
  ];
}

/** The first names that contain the keyword: the name itself, then those that begin with it. */
function matching(names: readonly string[], keyword: string): string[] {
  const sought = keyword.toLowerCase();
  const rank = (name: string) => {
    const lower = name.toLowerCase();
    if (lower === sought) return 0;
    return lower.startsWith(sought) ? 1 : 2;
  };
  return names
    .filter((name) => name.toLowerCase().includes(sought))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .slice(0, MAX_RESULTS);
}
