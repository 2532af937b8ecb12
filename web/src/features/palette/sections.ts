import type { Scope } from './query';
import type { PaletteGroup } from './palette.types';

/** The parts of the list, from top to bottom. */
const SECTIONS = ['exact', 'onPage', 'actions', 'objects', 'settings', 'pages', 'recent'] as const;
export type Section = (typeof SECTIONS)[number];
export type Sections = Readonly<Record<Section, readonly PaletteGroup[]>>;

/** What a prefix leaves. */
const SCOPES: Readonly<Record<Scope, readonly Section[]>> = {
  actions: ['onPage', 'actions'],
  users: ['exact', 'objects'],
  channels: ['exact', 'objects'],
  settings: ['settings'],
};

/** The groups in their order, without those that are empty and without entries that an earlier group has. */
export function groupsOf(sections: Sections, scope?: Scope): PaletteGroup[] {
  const seen = new Set<string>();
  return SECTIONS.filter((section) => !scope || SCOPES[scope].includes(section))
    .flatMap((section) => sections[section])
    .map(({ label, entries }) => {
      const fresh = entries.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return { label, entries: fresh };
    })
    .filter(({ entries }) => entries.length > 0);
}
