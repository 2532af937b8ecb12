import { ActionIcon, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../lib/format/format';
import { ratioText, valueText } from '../../../ui/badge/task-terms';
import { readNumber } from './prices';
import { type DraftFactor, type DraftValue, ratioOf, type TaskDraft } from './task-draft';

interface TaskFactorsProps {
  draft: TaskDraft;
  onChange: (factors: DraftFactor[]) => void;
}

/** The factors of a task's options, each with the price that results. */
export function TaskFactors({ draft, onChange }: TaskFactorsProps) {
  const { t } = useTranslation();
  const usd = readNumber(draft.usd);

  function setValues(name: DraftFactor['name'], change: (values: DraftValue[]) => DraftValue[]) {
    onChange(
      draft.factors.map((factor) =>
        factor.name === name ? { ...factor, values: change(factor.values) } : factor,
      ),
    );
  }

  return (
    <div>
      <Text size="sm" fw={500}>
        {t('taskPrices.editor.options')}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {t('taskPrices.editor.optionsHint')}
      </Text>
      <Table verticalSpacing={4} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('taskPrices.editor.value')}</Table.Th>
            <Table.Th w={130}>{t('taskPrices.editor.ratio')}</Table.Th>
            <Table.Th w={120} ta="right">
              {t('taskPrices.editor.result')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {draft.factors.map(({ name, values, isOpen }) => (
            <FactorRows
              key={name}
              name={name}
              values={values}
              isOpen={isOpen}
              usd={usd}
              onChange={(change) => setValues(name, change)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface FactorRowsProps extends DraftFactor {
  /** USD with default options; undefined or NaN while it is not a number. */
  usd: number | undefined;
  onChange: (change: (values: DraftValue[]) => DraftValue[]) => void;
}

function FactorRows({ name, values, isOpen, usd, onChange }: FactorRowsProps) {
  const { t } = useTranslation();
  const option = t(`taskPrices.factor.${name}`);
  return (
    <>
      {values.map(({ value, ratio, builtIn }, index) => {
        const number = readNumber(ratio);
        const isDefault = index === 0 && builtIn !== undefined;
        const isBuiltIn = ratioOf({ value, ratio, builtIn }) === builtIn;
        const shown = valueText(name, value, t);
        return (
          <Table.Tr key={value}>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{`${option} ${shown}`}</Text>
                  {(isDefault || (builtIn !== undefined && !isBuiltIn)) && (
                    <Text size="xs" c="dimmed">
                      {isDefault
                        ? t('taskPrices.editor.default')
                        : t('taskPrices.editor.builtIn', { ratio: ratioText(builtIn).slice(1) })}
                    </Text>
                  )}
                </div>
                {builtIn === undefined && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('taskPrices.editor.removeValue', { option, value })}
                    onClick={() => onChange((all) => all.filter((each) => each.value !== value))}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )}
              </Group>
            </Table.Td>
            <Table.Td>
              <TextInput
                size="xs"
                aria-label={t('taskPrices.editor.ratioOf', { option, value })}
                inputMode="decimal"
                autoComplete="off"
                leftSection="×"
                error={number === undefined || Number.isNaN(number)}
                value={ratio}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  onChange((all) =>
                    all.map((each) => (each.value === value ? { ...each, ratio: text } : each)),
                  );
                }}
              />
            </Table.Td>
            <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {usd === undefined || number === undefined || Number.isNaN(usd * number)
                ? '–'
                : formatPrice(usd * number)}
            </Table.Td>
          </Table.Tr>
        );
      })}
      {isOpen && (
        <NewValue
          option={option}
          taken={(value) => values.some((each) => each.value.toLowerCase() === value)}
          onAdd={(value) => onChange((all) => [...all, { value, ratio: '1', builtIn: undefined }])}
        />
      )}
    </>
  );
}

interface NewValueProps {
  option: string;
  taken: (value: string) => boolean;
  onAdd: (value: string) => void;
}

function NewValue({ option, taken, onAdd }: NewValueProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<'needValue' | 'valueExists'>();

  function add() {
    const value = text.trim().toLowerCase();
    if (value === '' || value.includes('/')) return setProblem('needValue');
    if (taken(value)) return setProblem('valueExists');
    onAdd(value);
    setText('');
  }

  return (
    <Table.Tr>
      <Table.Td colSpan={3}>
        <Group gap="xs" align="flex-start">
          <TextInput
            size="xs"
            w={180}
            aria-label={t('taskPrices.editor.valueOf', { option })}
            placeholder={t('taskPrices.editor.valueOf', { option })}
            autoComplete="off"
            error={problem && t(`taskPrices.editor.${problem}`)}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('taskPrices.editor.addValue', { option })}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
