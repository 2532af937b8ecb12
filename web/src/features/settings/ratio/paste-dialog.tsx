import { Button, Group, Table, Text, Textarea } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../lib/format/format';
import { toast } from '../../../lib/interaction/toast';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';
import { useOptions } from '../use-options';
import { readPastedPrices } from './pasted-prices';
import { cacheRatiosOf, type Price, PRICE_OF_RATIO, samePrice } from './prices';
import type { PriceEditing } from './use-price-edits';

/** Rows of the preview; the others are counted. */
const MAX_SHOWN = 100;

/** Opens the dialog that reads prices from a spreadsheet. */
export function PasteButton({ editing }: { editing: PriceEditing }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} stroke={1.75} />}
        onClick={() => setOpened(true)}
      >
        {t('settings.ratio.paste.open')}
      </Button>
      {opened && <PasteDialog editing={editing} onClose={() => setOpened(false)} />}
    </>
  );
}

function PasteDialog({ editing, onClose }: { editing: PriceEditing; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { rows, changed, wrong } = usePastedChanges(useDeferredValue(text), editing);
  const guard = useUnsavedGuard(text !== '', onClose, true);

  function submit() {
    editing.paste(changed.map(({ name, price }) => [name, price]));
    toast.success(t('settings.ratio.paste.done', { count: changed.length }));
    guard.leave();
  }

  const shown = rows.slice(0, MAX_SHOWN);
  return (
    <GuardedModal guard={guard} title={t('settings.ratio.paste.title')} size="xl">
      <Text size="sm" c="dimmed" mb="sm">
        {t('settings.ratio.paste.lead')}
      </Text>
      <Textarea
        label={t('settings.ratio.paste.rows')}
        rows={6}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Text size="sm" mt="sm" aria-live="polite">
          {t('settings.ratio.paste.summary', { changed: changed.length, wrong: wrong.length })}
        </Text>
      )}
      {shown.length > 0 && (
        <Table.ScrollContainer minWidth={480} maxHeight={320} mt="sm">
          <Table aria-label={t('settings.ratio.paste.preview')} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('settings.ratio.editor.name')}</Table.Th>
                <Table.Th scope="col">{t('settings.ratio.paste.before')}</Table.Th>
                <Table.Th scope="col">{t('settings.ratio.paste.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row) => (
                <Table.Tr key={row.line}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{row.name || '–'}</Table.Td>
                  <Table.Td>
                    <PriceText price={row.before} />
                  </Table.Td>
                  <Table.Td>
                    {'problem' in row && row.problem ? (
                      <Text size="sm" c="var(--mantine-color-error)">
                        {t('settings.ratio.paste.problem', {
                          line: row.line,
                          problem: t(`settings.ratio.paste.problems.${row.problem}`),
                        })}
                      </Text>
                    ) : (
                      <PriceText price={row.price} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {rows.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('settings.ratio.paste.more', { count: rows.length - MAX_SHOWN })}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={guard.close}>
          {t('common.cancel')}
        </Button>
        <Button disabled={wrong.length > 0 || changed.length === 0} onClick={submit}>
          {t('settings.ratio.paste.take', { count: changed.length })}
        </Button>
      </Group>
    </GuardedModal>
  );
}

/** The rows of a pasted text that change a price or cannot be read; unreadable ones first. */
function usePastedChanges(text: string, editing: PriceEditing) {
  const { values } = useOptions();
  const { priceOf } = editing;
  return useMemo(() => {
    const read = readPastedPrices(text);
    const wrong = read
      .filter(({ problem }) => problem !== undefined)
      .map((row) => ({ ...row, before: undefined }));
    const changed = read.flatMap(({ line, name, price }) => {
      if (!price) return [];
      const before = { ...cacheRatiosOf(values, name), ...defined(priceOf(name)) };
      // Cells that are empty leave the ratios of caches as they are.
      const after = { ...price, ...defined({ cacheRead: before.cacheRead, cacheWrite: before.cacheWrite }) };
      const same = samePrice(before, { ...after, ...defined(price) });
      return same ? [] : [{ line, name, before, price }];
    });
    return { rows: [...wrong, ...changed], changed, wrong };
  }, [text, values, priceOf]);
}

/** The members of a price that are set. */
function defined(price: Price | undefined): Price {
  return Object.fromEntries(Object.entries(price ?? {}).filter(([, value]) => value !== undefined));
}

function PriceText({ price }: { price: Price | undefined }) {
  const { t } = useTranslation();
  if (price?.price !== undefined) return t('pricing.fixed', { price: formatPrice(price.price) });
  if (price?.ratio === undefined) return '–';
  const input = price.ratio * PRICE_OF_RATIO;
  const of = (ratio: number | undefined) => (ratio === undefined ? '–' : formatPrice(input * ratio));
  return [1, price.completion, price.cacheRead, price.cacheWrite].map(of).join(' / ');
}
