interface HintEvents {
  /** Also where the keyboard is. */
  focus?: boolean;
  /** Also under a finger: for what cannot be read otherwise. */
  touch?: boolean;
}

interface HintAttributes {
  'data-hint'?: string;
  'data-hint-focus'?: true;
  'data-hint-touch'?: true;
}

/**
 * Attributes that give an element a tooltip. All share the one of `Hints`: in a table, which has them by the thousand, a
 * tooltip of its own would cost more than what it explains.
 * @param text undefined: none now
 */
export function hint(text: string | undefined, events: HintEvents = {}): HintAttributes {
  if (text === undefined) return {};
  return {
    'data-hint': text,
    ...(events.focus && { 'data-hint-focus': true }),
    ...(events.touch && { 'data-hint-touch': true }),
  };
}
