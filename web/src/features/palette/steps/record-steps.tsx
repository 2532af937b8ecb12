import { requestIdIn } from '#contract/request-id';
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EntryList } from '../entry-list';
import { matching } from '../../../lib/list/matching';
import { nameOf, objectsIn } from '../objects/object-entries';
import type { Tools } from '../objects/tools';
import type { PaletteEntry, PaletteObject, Verb } from '../palette.types';
import { readQuery } from '../query';
import { useSearch } from '../use-search';
import { actionEntries, pickEntries } from '../verbs';

interface StepProps {
  tools: Tools;
  query: string;
  onQuery: (query: string) => void;
  onChoose: (entry: PaletteEntry) => void;
  onBack: () => void;
}

/** What can be done with one record. */
export function ActionsStep({ object, tools, ...rest }: StepProps & { object: PaletteObject }) {
  const { t } = useTranslation();
  const entries = matching(actionEntries(object, tools), rest.query);
  const title = t('palette.actionsOf', { name: nameOf(object) });
  return (
    <EntryList
      {...rest}
      chip={nameOf(object)}
      label={title}
      placeholder={t('palette.actionPlaceholder')}
      groups={[{ label: title, entries }]}
      isBusy={false}
      nothing={t('palette.nothing')}
      hints={<BackHint />}
      onActions={rest.onChoose}
    />
  );
}

/** Asks for the record of a verb. */
export function PickStep({ verb, tools, ...rest }: StepProps & { verb: Verb }) {
  const { t } = useTranslation();
  const { searched } = readQuery(rest.query, false);
  const { found, isBusy, problem } = useSearch(verb.kind === 'request' ? '' : searched);
  const requestId = requestIdIn(rest.query);
  const objects: PaletteObject[] =
    verb.kind === 'request' ? (requestId ? [{ kind: 'request', id: requestId }] : []) : objectsIn(found);
  const entries = pickEntries(verb, objects, tools);
  return (
    <EntryList
      {...rest}
      chip={verb.label}
      label={verb.label}
      placeholder={t(verb.kind === 'request' ? 'palette.pickRequest' : 'palette.pick')}
      groups={entries.length > 0 ? [{ label: t(`palette.kind.${verb.kind}`), entries }] : []}
      isBusy={isBusy}
      problem={problem}
      nothing={t(rest.query.trim() === '' ? 'palette.typeFirst' : 'palette.nothing')}
      hints={<BackHint />}
      onActions={rest.onChoose}
    />
  );
}

function BackHint() {
  const { t } = useTranslation();
  return (
    <span>
      <Kbd size="xs">Esc</Kbd> {t('palette.hint.back')}
    </span>
  );
}
