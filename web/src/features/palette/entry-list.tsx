import { Kbd, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './palette.module.css';
import type { PaletteEntry, PaletteGroup } from './palette.types';

interface EntryListProps {
  /** Before the input: what is chosen so far. */
  chip?: string;
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly PaletteGroup[];
  /** The entry that is selected until the user selects another one; absent = the first. */
  preferred?: string | undefined;
  isBusy: boolean;
  /** In place of an empty list. */
  nothing: string;
  /** Why records are missing. */
  problem?: string | undefined;
  hints: ReactNode;
  onChoose: (entry: PaletteEntry) => void;
  /** Opens the actions of the entry's record. */
  onActions: (entry: PaletteEntry) => void;
  /** Backspace in the empty input. */
  onBack?: () => void;
}

/** An input with a list below it: the focus stays in the input, and arrows select in the list. */
export function EntryList(props: EntryListProps) {
  const { chip, label, placeholder, query, groups, preferred, isBusy, nothing, problem, hints } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [chosen, setChosen] = useState<string>();
  const entries = groups.flatMap((group) => group.entries);
  const isListed = (id: string | undefined) => entries.some((entry) => entry.id === id);
  const selected = [chosen, preferred].find(isListed) ?? entries[0]?.id;
  const at = entries.findIndex(({ id }) => id === selected);
  const optionId = (entry: PaletteEntry) => `${listId}-${entries.indexOf(entry)}`;
  const activeId = at < 0 ? undefined : `${listId}-${at}`;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, selected]);

  function move(by: number) {
    const next = entries[(at + by + entries.length) % entries.length];
    if (next) setChosen(next.id);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    const entry = entries[at];
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
    const opensActions = (event.key === 'Tab' && !event.shiftKey) || (event.key === 'ArrowRight' && isAtEnd);
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && entry) props.onChoose(entry);
    else if (opensActions && entry?.object) props.onActions(entry);
    else if (event.key === 'Backspace' && value === '' && props.onBack) props.onBack();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} stroke={1.75} className={classes.icon} aria-hidden />
        {chip !== undefined && <span className={classes.chip}>{chip}</span>}
        <input
          className={classes.input}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? listId : undefined}
          aria-activedescendant={activeId}
          aria-describedby={`${listId}-hints`}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          ref={focusInput}
          value={query}
          onChange={(event) => {
            setChosen(undefined);
            props.onQuery(event.currentTarget.value);
          }}
          onKeyDown={press}
        />
      </div>
      <VisuallyHidden role="status">
        {isBusy ? t('palette.searching') : t('palette.results', { n: entries.length })}
      </VisuallyHidden>
      {entries.length > 0 && (
        <div id={listId} role="listbox" aria-label={label} className={classes.list}>
          {groups.map((group, index) => (
            <div
              // Groups have no other identity, and their entries have keys.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              role="group"
              aria-labelledby={`${listId}-group-${index}`}
            >
              <div id={`${listId}-group-${index}`} className={classes.heading} role="presentation">
                {group.label}
              </div>
              {group.entries.map((entry) => (
                <Entry
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  selected={entry.id === selected}
                  onSelect={() => setChosen(entry.id)}
                  onChoose={() => props.onChoose(entry)}
                  onActions={() => props.onActions(entry)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {problem !== undefined && (
        <div className={classes.nothing} role="alert">
          {problem}
        </div>
      )}
      {entries.length === 0 && !isBusy && problem === undefined && (
        <div className={classes.nothing}>{nothing}</div>
      )}
      <div id={`${listId}-hints`} className={classes.hints}>
        {hints}
      </div>
    </>
  );
}

interface EntryProps {
  id: string;
  entry: PaletteEntry;
  selected: boolean;
  onSelect: () => void;
  onChoose: () => void;
  onActions: () => void;
}

function Entry({ id, entry, selected, onSelect, onChoose, onActions }: EntryProps) {
  const { label, description, icon: EntryIcon, dot, shortcut, object } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={classes.entry}
      // The focus stays in the input.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={selected ? undefined : onSelect}
      onClick={onChoose}
    >
      {EntryIcon && <EntryIcon size={18} stroke={1.6} className={classes.icon} aria-hidden />}
      <div className={classes.words}>
        <div className={classes.label}>{label}</div>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {dot && (
        <span className={classes.dot} style={{ background: `var(--mantine-color-${dot}-6)` }} aria-hidden />
      )}
      {shortcut && <Kbd aria-hidden>{shortcut}</Kbd>}
      {object && (
        // For fingers and mice; keyboards have Tab.
        <span
          className={classes.more}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onActions();
          }}
        >
          <IconChevronRight size={16} stroke={1.75} />
        </span>
      )}
    </div>
  );
}

/** Steps that follow the first one are not mounted with the dialog, which focuses its first input itself. */
function focusInput(input: HTMLInputElement | null): void {
  input?.focus();
}
