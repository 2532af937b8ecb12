import type { Tab } from '#contract/options/declaration';
import { Badge, NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useLocalized } from '../../text/localized';
import { Select } from '../../ui/form/inputs';
import { useDrafts } from './form/drafts';
import classes from './settings.module.css';
import { type Subject, subjectPath, subjectsOf } from './subjects';

/** The subjects of a tab: a list of links, or a selection on narrow screens. */
export function SubjectIndex({ tab, shown }: { tab: Tab; shown: Subject }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const navigate = useNavigate();
  const { changed } = useDrafts();
  const all = subjectsOf(tab);
  const unsavedOf = ({ cards }: Subject) =>
    changed
      .filter(({ card }) => cards.some(({ id }) => id === card.id))
      .reduce((sum, { fields }) => sum + fields.length, 0);
  if (all.length < 2) return null;
  return (
    <>
      <nav className={classes.index} aria-label={t('settings.index')}>
        {all.map((subject) => (
          <NavLink
            key={subject.id}
            component={Link}
            to={subjectPath(subject)}
            active={subject === shown}
            aria-current={subject === shown ? 'page' : undefined}
            label={localized(subject.title)}
            rightSection={<UnsavedBadge count={unsavedOf(subject)} />}
          />
        ))}
      </nav>
      <Select
        className={classes.choice}
        aria-label={t('settings.index')}
        allowDeselect={false}
        data={all.map(({ id, title }) => ({ value: id, label: localized(title) }))}
        value={shown.id}
        onChange={(id) => id !== null && void navigate(subjectPath({ tab, id }))}
      />
    </>
  );
}

/** How many changes are not saved; nothing if there are none. */
export function UnsavedBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Badge size="sm" circle color="yellow" aria-label={t('settings.form.unsaved', { count })}>
      {count}
    </Badge>
  );
}
