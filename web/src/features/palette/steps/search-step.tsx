import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EntryList } from '../entry-list';
import type { Tools } from '../objects/tools';
import type { PaletteEntry } from '../palette.types';
import { readQuery } from '../query';
import { useGroups } from '../use-groups';

interface SearchStepProps {
  tools: Tools;
  query: string;
  onQuery: (query: string) => void;
  onChoose: (entry: PaletteEntry) => void;
  onActions: (entry: PaletteEntry) => void;
}

/** The first step: everything that can be found or done. */
export function SearchStep({ tools, ...rest }: SearchStepProps) {
  const { t } = useTranslation();
  const { groups, preferred, isBusy, problem } = useGroups(rest.query, tools);
  const { scope, text } = readQuery(rest.query, tools.admin);
  return (
    <EntryList
      {...rest}
      label={t('palette.title')}
      placeholder={t(tools.admin ? 'palette.placeholder' : 'palette.placeholderOfUsers')}
      groups={groups}
      preferred={preferred}
      isBusy={isBusy}
      problem={problem}
      nothing={t(scope && text === '' ? 'palette.typeFirst' : 'palette.nothing')}
      hints={
        <>
          <span>
            <Kbd size="xs">Tab</Kbd> {t('palette.hint.actions')}
          </span>
          <span>
            <Kbd size="xs">&gt;</Kbd> {t('palette.commands')}
          </span>
          {tools.admin && (
            <>
              <span>
                <Kbd size="xs">@</Kbd> {t('palette.users')}
              </span>
              <span>
                <Kbd size="xs">#</Kbd> {t('palette.channels')}
              </span>
              <span>
                <Kbd size="xs">/</Kbd> {t('nav.settings')}
              </span>
            </>
          )}
        </>
      }
    />
  );
}
