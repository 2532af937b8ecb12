import { MAX_VIEW_NAME } from '#contract/resources/saved-view';
import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconBookmark, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { downloadText } from '../../lib/browser/download';
import { parseJson } from '../../lib/format/json';
import { toast } from '../../lib/interaction/toast';
import { MAX_VIEWS, queryOf, readViews, type View, type ViewStore } from '../../lib/list/views';

/** Saved filters: can be applied, set as default, imported and exported. */
export function ViewsMenu({ store }: { store: ViewStore }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { page, views, add, remove, toggleDefault } = store;
  const [name, setName] = useState('');
  const query = queryOf(search);

  async function keep(event: FormEvent) {
    event.preventDefault();
    // The surrounding filter bar is a form, too.
    event.stopPropagation();
    const trimmed = name.trim();
    if (trimmed === '') return;
    if (await saved([{ name: trimmed, query }])) setName('');
  }

  async function saved(more: View[]): Promise<boolean> {
    const result = await add(more);
    if (result === 'full') toast.error(t('views.full', { count: MAX_VIEWS }));
    return result === 'saved';
  }

  async function take(file: File | null) {
    if (!file) return;
    const found = readViews(parseJson(await file.text()));
    if (!found) toast.error(t('views.unreadable'));
    else if (await saved(found)) toast.success(t('views.imported', { count: found.length }));
  }

  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={t('views.title')}>
          <ActionIcon size={36} variant="default" aria-label={t('views.title')}>
            <IconBookmark size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.title')}>
        <Stack gap="sm">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('views.none')}
            </Text>
          )}
          {views.length > 0 && (
            <Stack gap={2} mah={280} style={{ overflowY: 'auto' }}>
              {views.map((view) => (
                <Group key={view.name} gap={2} wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant={view.query === query ? 'light' : 'subtle'}
                    color={view.query === query ? undefined : 'gray'}
                    aria-current={view.query === query}
                    justify="flex-start"
                    flex={1}
                    miw={0}
                    onClick={() => setSearch(new URLSearchParams(view.query))}
                  >
                    {view.name}
                  </Button>
                  <ActionIcon
                    aria-label={t('views.beginWith', { name: view.name })}
                    aria-pressed={view.default === true}
                    title={t('views.beginWith', { name: view.name })}
                    onClick={() => toggleDefault(view.name)}
                  >
                    {view.default ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.75} />}
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('views.forget', { name: view.name })}
                    onClick={() => remove(view.name)}
                  >
                    <IconTrash size={16} stroke={1.75} />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          )}
          <form onSubmit={(event) => void keep(event)}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                size="xs"
                flex={1}
                label={t('views.name')}
                maxLength={MAX_VIEW_NAME}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button size="xs" type="submit" disabled={name.trim() === ''}>
                {t('common.save')}
              </Button>
            </Group>
          </form>
          <Group gap="xs">
            <FileButton accept="application/json,.json" onChange={(file) => void take(file)}>
              {(props) => (
                <Button size="compact-xs" variant="subtle" {...props}>
                  {t('views.import')}
                </Button>
              )}
            </FileButton>
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={views.length === 0}
              onClick={() =>
                downloadText(`views-${page}.json`, JSON.stringify(views, null, 2), 'application/json')
              }
            >
              {t('views.export')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
