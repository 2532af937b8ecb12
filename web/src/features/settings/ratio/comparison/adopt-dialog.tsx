import type { ComparedPrice } from '#contract/resources/price-comparison';
import type { OwnPrice } from '#contract/resources/price-change';
import { Alert, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/interaction/use-action';
import { Modal } from '../../../../ui/dialog/modal';
import { useOptions } from '../../use-options';
import { PriceDifference } from '../history/price-difference';
import { ownPricesOf, type PriceChange } from '../prices';
import { useSavePrices } from '../use-save-prices';
import { adoptedChanges, hasSteps } from './compared-rows';

interface AdoptDialogProps {
  rows: readonly ComparedPrice[];
  onDone: () => void;
  onClose: () => void;
}

/** Rows of the preview; the others are counted. */
const MAX_SHOWN = 100;

/** Shows what the prices of the list change, and saves them as one change. */
export function AdoptDialog({ rows, onDone, onClose }: AdoptDialogProps) {
  const { t } = useTranslation();
  const { values } = useOptions();
  const { save } = useSavePrices();
  const [withSteps, setWithSteps] = useState(false);
  const stepped = rows.filter(hasSteps);
  const changes = adoptedChanges(
    rows.filter((row) => withSteps || !hasSteps(row)),
    values,
  );
  const adopt = useAction(
    () => save(changes, 'public_list'),
    () => {
      onDone();
      onClose();
    },
  );
  return (
    <Modal opened onClose={onClose} title={t('settings.ratio.comparison.adoptTitle')} size="xl">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('settings.ratio.comparison.adoptLead')}
        </Text>
        {stepped.length > 0 && (
          <Alert p="sm" icon={<IconInfoCircle size={18} stroke={1.75} />}>
            <Text size="sm" mb="xs">
              {t('settings.ratio.comparison.stepsLeftOut', { count: stepped.length })}
            </Text>
            <Checkbox
              label={t('settings.ratio.comparison.withSteps')}
              checked={withSteps}
              onChange={(event) => setWithSteps(event.currentTarget.checked)}
            />
          </Alert>
        )}
        <Text size="sm" aria-live="polite">
          {t('settings.ratio.comparison.summary', { count: changes.length })}
        </Text>
        {changes.length > 0 && <Preview changes={changes} />}
      </Stack>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={changes.length === 0} loading={adopt.pending} onClick={() => void adopt.run()}>
          {t('settings.ratio.comparison.save', { count: changes.length })}
        </Button>
      </Group>
    </Modal>
  );
}

function Preview({ changes }: { changes: readonly PriceChange[] }) {
  const { t } = useTranslation();
  const ownPriceOf = ownPricesOf(useOptions().values);
  return (
    <>
      <Table.ScrollContainer minWidth={280} maxHeight={360}>
        <Table aria-label={t('settings.ratio.paste.preview')} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('settings.ratio.editor.name')}</Table.Th>
              <Table.Th scope="col">{t('settings.ratio.comparison.change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.slice(0, MAX_SHOWN).map(({ model, price }) => {
              const before = ownPriceOf(model);
              return (
                <Table.Tr key={model}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{model}</Table.Td>
                  <Table.Td>
                    <PriceDifference before={before} after={changed(before, price)} />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {changes.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('settings.ratio.paste.more', { count: changes.length - MAX_SHOWN })}
        </Text>
      )}
    </>
  );
}

/** A price after a change: null removes a part. */
function changed(before: OwnPrice, price: PriceChange['price']): OwnPrice {
  const parts = Object.entries({ ...before, ...price });
  return Object.fromEntries(parts.filter(([, value]) => value !== null));
}
