import type { SearchResponse } from '#contract/resources/search';
import { Autocomplete, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';

const PAUSE_MS = 200;

/** A value that a filter can have, with what it means where that is another text. */
interface Suggestion {
  value: string;
  meaning?: string;
}

interface NameFilterProps {
  /** Of the filter in the form. */
  name: string;
  label: string;
  width: number;
  /** The value in the address. */
  value: string;
  /** Called with a suggestion that is chosen, which applies at once. */
  onChoose: (value: string) => void;
  /** From what the server finds for the text. */
  found?: (answer: SearchResponse) => Suggestion[];
  /** All values, where there are few. */
  all?: readonly string[];
  placeholder?: string;
}

/** A filter that suggests values as text is typed. Other texts are taken too: names may have been deleted. */
export function NameFilter(props: NameFilterProps) {
  const { name, label, width, value, onChoose, found, all, placeholder } = props;
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address can change without this field: back navigation, cleared filters, a click on a value in a row.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const [searched] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data } = useSWR<SearchResponse, unknown>(
    found && searched !== '' && searched !== value ? withQuery('/api/search', { q: searched }) : null,
    (path: string) => get<SearchResponse>(path),
    { revalidateOnFocus: false, keepPreviousData: true },
  );
  const suggestions = unique(
    all
      ? all
          .filter((one) => one.toLowerCase().includes(text.trim().toLowerCase()))
          .map((one) => ({ value: one }))
      : data && found
        ? found(data)
        : [],
  );
  const meanings = new Map(suggestions.map((one) => [one.value, one.meaning]));
  return (
    <Autocomplete
      label={label}
      name={name}
      w={{ sm: width }}
      placeholder={placeholder}
      autoComplete="off"
      value={text}
      onChange={setText}
      onOptionSubmit={onChoose}
      data={suggestions.map((one) => one.value)}
      filter={({ options }) => options}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <Text span size="sm">
            {option.value}
          </Text>
          {meanings.get(option.value) && (
            <Text span size="xs" c="dimmed">
              {meanings.get(option.value)}
            </Text>
          )}
        </Group>
      )}
    />
  );
}

/** Tokens of several users may have the same name. */
function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions.filter(({ value }, at) => suggestions.findIndex((one) => one.value === value) === at);
}
