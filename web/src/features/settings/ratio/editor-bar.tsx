import { Anchor, Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../lib/browser/use-is-phone';
import type { PriceEditing } from './use-price-edits';

interface EditorBarProps {
  editing: PriceEditing;
  keyword: string;
  onSearch: (keyword: string) => void;
  onAdd: () => void;
  children?: ReactNode;
}

/** Search, add and apply controls of the price editor. */
export function EditorBar({ editing, keyword, onSearch, onAdd, children }: EditorBarProps) {
  const { t } = useTranslation();
  const count = editing.edits.size;
  const folds = useIsNarrow();
  return (
    <Group gap="sm" mb="sm">
      <TextInput
        aria-label={t('settings.ratio.editor.search')}
        placeholder={t('settings.ratio.editor.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        w={{ base: '100%', xs: 260 }}
        value={keyword}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Button variant="default" leftSection={<IconPlus size={16} stroke={2} />} onClick={onAdd}>
        {t('settings.ratio.editor.add')}
      </Button>
      {children}
      {/* On narrow screens it appears with the first change: the list begins earlier. */}
      {(!folds || count > 0) && (
        <Button
          variant={count > 0 ? 'filled' : 'default'}
          loading={editing.pending}
          onClick={() => void editing.apply()}
        >
          {t('settings.ratio.editor.apply')}
        </Button>
      )}
      {count > 0 && (
        <Box aria-live="polite">
          <Text span size="sm" c="dimmed" mr="sm">
            {t('settings.ratio.editor.pending', { count })}
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={editing.discard}>
            {t('settings.ratio.editor.discard')}
          </Anchor>
        </Box>
      )}
    </Group>
  );
}
