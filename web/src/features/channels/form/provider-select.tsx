import { type ComboboxItem, Group, type SelectProps } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from '../../../text';
import { ProviderMark } from '../../../ui/badge/provider-mark';
import { Select } from '../../../ui/form/inputs';
import type { ChannelTypes } from '../use-channel-types';
import { matchesProvider } from './provider-search';

interface Props {
  type: number;
  types: ChannelTypes;
  onType: (type: number) => void;
}

/** The provider, found by its names, by its short name and by other words for it. */
export function ProviderSelect({ type, types, onType }: Props) {
  const { t } = useTranslation();
  const language = declaredLanguage();
  const data = useMemo(() => {
    const offered = types.all
      .filter((one) => one.offered || one.type === type)
      .map((one) => ({
        value: String(one.type),
        label: one.retired ? t('channelForm.retiredType', { name: one.name[language] }) : one.name[language],
      }));
    if (!types.of(type))
      offered.push({ value: String(type), label: `${t('channel.unknownType')} (${type})` });
    return offered;
  }, [type, types, language, t]);

  const mark = useCallback(
    (value: string, label: string) => {
      const one = types.of(Number(value));
      return <ProviderMark id={one?.id ?? ''} name={one?.name.en ?? label} color={one?.color ?? 'gray'} />;
    },
    [types],
  );
  const renderOption = useCallback<NonNullable<SelectProps['renderOption']>>(
    ({ option }) => (
      <Group gap="xs" wrap="nowrap">
        {mark(option.value, option.label)}
        {option.label}
      </Group>
    ),
    [mark],
  );
  const filter = useCallback<NonNullable<SelectProps['filter']>>(
    ({ options, search }) =>
      options.filter(
        (option): option is ComboboxItem =>
          'value' in option && matchesProvider(types.of(Number(option.value)), option.label, search),
      ),
    [types],
  );
  const current = data.find(({ value }) => value === String(type));

  return (
    <Select
      label={t('channel.type')}
      data={data}
      searchable
      selectFirstOptionOnChange
      // What is typed replaces the name that is shown.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      filter={filter}
      nothingFoundMessage={t('channelForm.noProvider')}
      allowDeselect={false}
      maxDropdownHeight={320}
      leftSection={mark(String(type), current?.label ?? '')}
      leftSectionWidth={40}
      renderOption={renderOption}
      value={String(type)}
      onChange={(value) => value !== null && onType(Number(value))}
    />
  );
}
