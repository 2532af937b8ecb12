import type { OptionListResponse } from '#contract/resources/option';
import { Role } from '#contract/enums';
import { IconSettings } from '@tabler/icons-react';
import useSWR from 'swr';
import { call } from '../../lib/api/api';
import { useLocalized } from '../../text/localized';
import type { Field } from '../settings/form/fields';
import type { SettingPlace } from '../settings/setting-places';
import type { Tools } from './objects/tools';
import type { PaletteEntry } from './palette.types';

/** Characters of a value. */
const MAX_SHOWN = 60;
const READ = { revalidateOnFocus: false, dedupingInterval: 10_000 };

/**
 * Settings with their present values. Values that only the super administrator may change are shown to no other administrator,
 * and secrets to nobody.
 * @param needed reads them and their declarations, which are large
 */
export function useSettings(needed: boolean, { t, admin, viewer, navigate }: Tools): PaletteEntry[] {
  const localized = useLocalized();
  const { data } = useSWR(admin && needed ? ['/api/option/', 'palette'] : null, read, READ);
  if (!data) return [];
  const isRoot = (viewer?.role ?? 0) >= Role.root;
  return data.places.map(({ field, place, words, path }) => {
    const value = isRoot || !field.root ? shownValue(field, data.values[field.key]) : undefined;
    return {
      id: `setting ${field.key}`,
      label: localized(field.label),
      description: [localized(place), value].filter(Boolean).join(' · '),
      keywords: words,
      icon: IconSettings,
      act: { go: () => navigate(path) },
    };
  });

  function shownValue(field: Field, stored: string | undefined): string | undefined {
    switch (field.kind) {
      case 'secret':
        return undefined;
      case 'boolean':
        return t(stored === 'true' ? 'common.on' : 'common.off');
      case 'choice': {
        const chosen = field.choices.find(({ value }) => value === stored);
        return chosen && localized(chosen.label);
      }
      default: {
        const text = (stored ?? '').replaceAll(/\s+/g, ' ').trim();
        if (text === '') return t('palette.emptyValue');
        return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
      }
    }
  }
}

interface Settings {
  places: readonly SettingPlace[];
  values: Readonly<Record<string, string>>;
}

async function read(): Promise<Settings> {
  const [{ settingPlaces }, { data }] = await Promise.all([
    import('../settings/setting-places'),
    call<OptionListResponse>('GET', '/api/option/'),
  ]);
  return { places: settingPlaces(), values: Object.fromEntries(data.map(({ key, value }) => [key, value])) };
}
