import { CloseButton, Input, Pill, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { type CostDimension, isTimeDimension } from '#contract/resources/costs/costs';
import { useTranslation } from 'react-i18next';
import { dimensionsFor, FILTERED, measuresFor } from './cost-query';
import classes from './costs.module.css';
import type { CostsState } from './use-costs';
import type { KeyText } from './use-key-text';

/** What is measured, by what, and which part of it. */
export function CostControls({ state, keyText }: { state: CostsState; keyText: KeyText }) {
  const { t } = useTranslation();
  const { admin, view, change, costs } = state;
  const dimensions = dimensionsFor(admin);
  const measures = measuresFor(admin);
  const option = (dimension: CostDimension) => ({
    value: dimension,
    label: t(`costs.dimensions.${dimension}`),
  });
  const seconds = dimensions.filter(
    (each) => each !== view.by && !(isTimeDimension(each) && isTimeDimension(view.by)),
  );
  const divide = (value: string | null) => {
    const by = dimensions.find((each) => each === value);
    if (!by) return;
    const isFree = view.thenBy !== by && !(isTimeDimension(view.thenBy) && isTimeDimension(by));
    change({ by, thenBy: isFree ? view.thenBy : isTimeDimension(by) ? 'model' : 'day' });
  };
  return (
    <Stack gap="sm" className={classes.controls} component="section" aria-label={t('costs.controls')}>
      <Select
        label={t('costs.measure')}
        data={measures.map((measure) => ({
          value: measure,
          label: t(`costs.measures.${measure}`),
        }))}
        value={view.measure}
        onChange={(measure) => {
          const next = measures.find((each) => each === measure);
          if (next) change({ measure: next });
        }}
        allowDeselect={false}
      />
      <FirstDimension label={t('costs.by')} data={dimensions.map(option)} value={view.by} onChange={divide} />
      <Select
        label={t('costs.thenBy')}
        data={seconds.map(option)}
        value={view.thenBy ?? null}
        placeholder={t('costs.none')}
        onChange={(value) => change({ thenBy: seconds.find((each) => each === value) })}
        clearable
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('costs.filters')}
        </Text>
        {Object.keys(view.filters).length === 0 ? (
          <Text size="xs" c="dimmed">
            {t('costs.filterHint')}
          </Text>
        ) : (
          <Stack gap={4}>
            {FILTERED.flatMap((name) =>
              (view.filters[name] ?? []).map((value) => (
                <FilterChip
                  key={`${name} ${value}`}
                  label={`${t(`costs.dimensions.${name}`)}: ${keyText(name, value, {
                    ...costs?.moved_names,
                    ...costs?.names,
                  })}`}
                  onRemove={() =>
                    state.setFilter(
                      name,
                      (view.filters[name] ?? []).filter((each) => each !== value),
                    )
                  }
                />
              )),
            )}
          </Stack>
        )}
      </div>
    </Stack>
  );
}

interface FirstDimensionProps {
  label: string;
  data: { value: CostDimension; label: string }[];
  value: CostDimension;
  onChange: (value: string | null) => void;
}

/** One click where there is room for all dimensions below each other. */
function FirstDimension({ label, data, value, onChange }: FirstDimensionProps) {
  const id = useId();
  const isColumn = useMediaQuery('(min-width: 1101px)', true, { getInitialValueInEffect: false });
  if (!isColumn) return <Select {...{ label, data, value, onChange }} allowDeselect={false} />;
  return (
    <div>
      <Input.Label component="div" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        orientation="vertical"
        size="xs"
        fullWidth
        aria-labelledby={id}
        {...{ data, value, onChange }}
      />
    </div>
  );
}

function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Pill className={classes.chip} component="div">
      <span title={label}>{label}</span>
      <CloseButton
        size="xs"
        variant="transparent"
        aria-label={t('costs.removeFilter', { filter: label })}
        onClick={onRemove}
      />
    </Pill>
  );
}
