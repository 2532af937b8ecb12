/** Order matters: a text's character codes select the index. */
const PALETTE = [
  'yellow',
  'blue',
  'cyan',
  'green',
  'gray',
  'indigo',
  'blue',
  'lime',
  'orange',
  'pink',
  'grape',
  'red',
  'teal',
  'violet',
  'yellow',
] as const;

/** The same text has the same colour everywhere. */
export function colorOfText(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index);
  return colorOfNumber(sum);
}

export function colorOfNumber(value: number): string {
  return PALETTE[Math.abs(value) % PALETTE.length] ?? 'gray';
}

const GROUP_COLORS: Record<string, string> = {
  '': 'orange',
  vip: 'yellow',
  pro: 'yellow',
  svip: 'red',
  premium: 'red',
};

export function colorOfGroup(group: string): string {
  return GROUP_COLORS[group] ?? colorOfText(group);
}

/** Colour of a group ratio: expensive ones stand out. */
export function colorOfRatio(ratio: number): string {
  if (ratio > 5) return 'red';
  if (ratio > 3) return 'orange';
  return ratio > 1 ? 'blue' : 'green';
}
