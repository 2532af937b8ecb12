import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLocalized } from '../../text/localized';
import { ChangePreview } from './form/change-preview';
import { useDrafts } from './form/drafts';
import classes from './settings.module.css';
import { subjectPath, subjects } from './subjects';

/** Saves or discards all changes of the settings, of whatever subject; shown while there are any. */
export function SaveBar() {
  const { t } = useTranslation();
  const localized = useLocalized();
  const drafts = useDrafts();
  const [preview, setPreview] = useState(false);
  const { changed, pending } = drafts;
  if (changed.length === 0) return null;
  const count = changed.reduce((sum, { fields }) => sum + fields.length, 0);
  const ids = new Set(changed.map(({ card }) => card.id));
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      className={classes.saveBar}
      aria-label={t('settings.saveBar.name')}
    >
      <div>
        <Text size="sm" fw={500} aria-live="polite">
          {t('settings.form.unsaved', { count })}
        </Text>
        <Group gap={8} component="ul" className={classes.places}>
          {subjects
            .filter(({ cards }) => cards.some((card) => ids.has(card.id)))
            .map((subject) => (
              <Text key={`${subject.tab} ${subject.id}`} component="li" size="xs">
                <Anchor component={Link} to={subjectPath(subject)} size="xs">
                  {localized(subject.title)}
                </Anchor>
              </Text>
            ))}
        </Group>
      </div>
      <Group gap="sm">
        <Anchor component="button" type="button" size="sm" onClick={() => setPreview(true)}>
          {t('settings.form.showChanges')}
        </Anchor>
        <Button variant="default" disabled={pending} onClick={drafts.discard}>
          {t('settings.form.discard')}
        </Button>
        <Button loading={pending} onClick={() => void drafts.submit(changed.map(({ card }) => card))}>
          {t('settings.saveBar.save')}
        </Button>
      </Group>
      {preview && <ChangePreview drafts={drafts} onClose={() => setPreview(false)} />}
    </Paper>
  );
}
