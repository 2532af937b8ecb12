interface HintEvents {
  /** Also on keyboard focus. */
  focus?: boolean;
  /** Also on touch, for text that is not available otherwise. */
  touch?: boolean;
}

interface HintAttributes {
  'data-hint'?: string;
  'data-hint-focus'?: true;
  'data-hint-touch'?: true;
}

/**
 * Attributes that give an element a tooltip. All share the tooltip of `Hints`, because a component for each of the
 * thousands of elements in a table would be expensive.
 * @param text undefined: no tooltip
 */
export function hint(text: string | undefined, events: HintEvents = {}): HintAttributes {
  if (text === undefined) return {};
  return {
    'data-hint': text,
    ...(events.focus && { 'data-hint-focus': true }),
    ...(events.touch && { 'data-hint-touch': true }),
  };
}
