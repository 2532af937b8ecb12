import { Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './change-list.module.css';
import { differencesOf } from './differences';

interface ChangeListProps {
  before: string;
  after: string;
}

/** Number of entries shown; the others are counted. */
const MAX_SHOWN = 50;

/** The changed parts of a value, old and new. */
export function ChangeList({ before, after }: ChangeListProps) {
  const { t } = useTranslation();
  const all = differencesOf(before, after);
  return (
    <ul className={classes.list}>
      {all.slice(0, MAX_SHOWN).map((each) => (
        <li key={each.path}>
          {each.path !== '' && (
            <Text size="xs" ff="monospace" fw={500}>
              {each.path}
            </Text>
          )}
          <span className={classes.change}>
            <Value kind="del" text={each.before} />
            <IconArrowRight size={14} stroke={1.75} aria-label={t('settings.form.becomes')} />
            <Value kind="ins" text={each.after} />
          </span>
        </li>
      ))}
      {all.length > MAX_SHOWN && (
        <li>
          <Text size="xs" c="dimmed">
            {t('settings.form.moreChanges', { count: all.length - MAX_SHOWN })}
          </Text>
        </li>
      )}
    </ul>
  );
}

function Value({ kind: Kind, text }: { kind: 'del' | 'ins'; text: string | undefined }) {
  const { t } = useTranslation();
  if (text === undefined || text === '')
    return (
      <Text span size="xs" c="dimmed">
        {t(text === undefined ? 'settings.form.absent' : 'settings.form.emptyValue')}
      </Text>
    );
  return <Kind className={classes.value}>{text}</Kind>;
}
