import type { ImportNoteGroup } from '#contract/resources/import';
import { List, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../lib/format/format';
import { chineseRules } from './texts/rules-zh';

/** Rows of a rule that are shown. */
const SHOWN = 20;

/** What the import decided by rules, and what is left to do. */
export function Notes({ notes }: { notes: readonly ImportNoteGroup[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t('importing.notes')}
      </Title>
      {notes.length === 0 ? (
        <Text size="sm">{t('importing.noNotes')}</Text>
      ) : (
        <Stack gap="xs">
          {notes.map((note) => (
            <Note key={note.code} note={note} />
          ))}
        </Stack>
      )}
    </div>
  );
}

function Note({ note }: { note: ImportNoteGroup }) {
  const { t, i18n } = useTranslation();
  const text = i18n.language === 'zh' ? chineseRules[note.code] : undefined;
  const rows = note.rows.slice(0, SHOWN);
  return (
    <Paper withBorder px="md" py="xs">
      <Text size="sm" fw={600}>
        {text ?? sentence(`${note.found}; ${note.done}${note.todo && `. To do: ${note.todo}`}`)}
      </Text>
      <Text size="xs" c="dimmed">
        {t('importing.noteRows', { rows: formatExact(note.count) })}
      </Text>
      <List size="sm" mt={4} spacing={2}>
        {rows.map(({ table, id, detail }) => (
          <List.Item key={`${table} ${id} ${detail}`} style={{ overflowWrap: 'anywhere' }}>
            {[table, id, detail && `(${detail})`].filter(Boolean).join(' ')}
          </List.Item>
        ))}
      </List>
      {note.count > rows.length && (
        <Text size="xs" c="dimmed">
          {t('importing.shownOf', { shown: rows.length, rows: formatExact(note.count) })}
        </Text>
      )}
    </Paper>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
