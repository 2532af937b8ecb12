import '@mantine/spotlight/styles.css';
import { Kbd } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch, type Icon, IconFile, IconHome, IconInfoCircle, IconTag } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PaletteEntry } from './palette.types';
import { useCommands } from './use-commands';
import { useFound } from './use-found';
import { useOpenScreens } from '../../layout/use-open-screens';

const [store, palette] = createSpotlight();

/** The command palette: finds pages, commands and records by a few letters. Open while mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const pages = usePages();
  const commands = useCommands();
  const found = useFound(query);
  useEffect(() => palette.open(), []);

  const groups = [
    { label: t('palette.pages'), entries: matching(pages, query) },
    { label: t('palette.commands'), entries: matching(commands, query) },
    ...found,
  ].filter(({ entries }) => entries.length > 0);

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
      // The search input stays in place while the list below grows and shrinks.
      centered={false}
      aria-label={t('palette.title')}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.title')}
        leftSection={<IconSearch size={18} stroke={1.75} />}
      />
      <Spotlight.ActionsList pb="xs">
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                {...(entry.description && { description: entry.description })}
                {...(entry.icon && { leftSection: <entry.icon size={18} stroke={1.6} /> })}
                {...(entry.shortcut && { rightSection: <Kbd aria-hidden>{entry.shortcut}</Kbd> })}
                highlightQuery
                onClick={entry.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function matching(entries: PaletteEntry[], query: string): PaletteEntry[] {
  const keyword = query.trim().toLowerCase();
  return entries.filter(
    ({ label, keywords = '' }) => !keyword || `${label} ${keywords}`.toLowerCase().includes(keyword),
  );
}

/** Icons of pages that are not in the sidebar. */
const ICONS: Record<string, Icon> = { '/': IconHome, '/pricing': IconTag, '/about': IconInfoCircle };

/** The pages this user may open. */
function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useOpenScreens().map(({ path, title, menu }) => ({
    id: `page ${path}`,
    label: t(title),
    keywords: path,
    icon: menu?.icon ?? ICONS[path] ?? IconFile,
    run: () => void navigate(path),
  }));
}
