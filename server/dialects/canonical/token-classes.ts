/** Classes of characters (UTF-16 code units) whose tokens are counted alike. */
export const Kind = {
  lower: 0,
  upper: 1,
  digit: 2,
  mark: 3,
  /** `+` and `/`, which are also digits of base64. */
  slash: 4,
  blank: 5,
  lineBreak: 6,
  /** à to ÿ. */
  latin1: 7,
  /** Letters of Polish, Turkish and others, which divide words into more tokens. */
  latinExtended: 8,
  vietnamese: 9,
  cyrillic: 10,
  /** Cyrillic letters that Russian does not use. */
  cyrillicExtended: 11,
  greek: 12,
  hebrew: 13,
  arabic: 14,
  hangul: 15,
  indic: 16,
  thai: 17,
  han: 18,
  kana: 19,
  cjkMark: 20,
  surrogate: 21,
  other: 22,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export const KINDS = Object.keys(Kind).length;

/** Code units up to each limit (exclusive) beyond ASCII, in order. */
const ranges: readonly (readonly [below: number, kind: Kind])[] = [
  [0xc0, Kind.mark],
  [0x100, Kind.latin1],
  [0x250, Kind.latinExtended],
  [0x370, Kind.other],
  [0x400, Kind.greek],
  [0x410, Kind.cyrillicExtended],
  [0x450, Kind.cyrillic],
  [0x451, Kind.cyrillicExtended],
  [0x452, Kind.cyrillic],
  [0x530, Kind.cyrillicExtended],
  [0x590, Kind.other],
  [0x600, Kind.hebrew],
  [0x780, Kind.arabic],
  [0xe00, Kind.indic],
  [0xe80, Kind.thai],
  [0x1100, Kind.other],
  [0x1200, Kind.hangul],
  [0x1e00, Kind.other],
  [0x1f00, Kind.vietnamese],
  [0x2000, Kind.greek],
  [0x2e80, Kind.mark],
  [0x3040, Kind.cjkMark],
  [0x3100, Kind.kana],
  [0xac00, Kind.han],
  [0xd7b0, Kind.hangul],
  [0xd800, Kind.other],
  [0xe000, Kind.surrogate],
  [0xfb00, Kind.han],
  [0xff00, Kind.arabic],
  [0x10000, Kind.cjkMark],
];

/** The class of each code unit. */
export const kindOf = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) kindOf[code] = asciiKind(String.fromCharCode(code));
let from = 128;
for (const [below, kind] of ranges) {
  kindOf.fill(kind, from, below);
  from = below;
}

function asciiKind(character: string): Kind {
  if (/[a-z]/.test(character)) return Kind.lower;
  if (/[A-Z]/.test(character)) return Kind.upper;
  if (/\d/.test(character)) return Kind.digit;
  if (/[+/]/.test(character)) return Kind.slash;
  if (/[\r\n]/.test(character)) return Kind.lineBreak;
  return /\s/.test(character) ? Kind.blank : Kind.mark;
}
