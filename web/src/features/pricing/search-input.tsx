import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/browser/use-shortcuts';

interface SearchInputProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches on every keystroke, except during IME composition. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value);
  const composing = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.select() });

  // The URL can change without this field: back navigation, cleared filters.
  useEffect(() => {
    if (!composing.current) setText(value);
  }, [value]);

  return (
    <TextInput
      ref={input}
      type="search"
      label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      w={{ base: '100%', sm: 260 }}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        if (!composing.current) onSearch(event.currentTarget.value);
      }}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={(event) => {
        composing.current = false;
        onSearch(event.currentTarget.value);
      }}
    />
  );
}
