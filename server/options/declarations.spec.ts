import {
  cards,
  defaultText,
  isOptionKey,
  optionDeclarations,
  optionKeys,
} from '../contract/options/index.js';
import { unlistedOptions } from '../contract/options/unlisted.js';
import { parseOption, validated } from './validate.js';

test('every option is declared once, and every card has its own id', () => {
  const declared = [...cards.flatMap(({ options }) => Object.keys(options)), ...Object.keys(unlistedOptions)];
  expect(declared.toSorted()).toEqual(optionKeys);
  const ids = cards.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

test('every default is a value that can be saved, in its stored form', () => {
  for (const key of optionKeys) {
    const declaration = optionDeclarations[key];
    if (declaration.default === undefined) continue;
    const text = defaultText(declaration);
    expect([key, validated(key, text)]).toEqual([key, text]);
    if (declaration.kind !== 'statuses')
      expect([key, parseOption(declaration, text)]).toEqual([key, declaration.default]);
  }
});

test('what an option or a card needs is declared, and the example of a JSON option can be saved', () => {
  for (const { requires } of cards) expect(requires === undefined || isOptionKey(requires.option)).toBe(true);
  for (const key of optionKeys) {
    const declaration = optionDeclarations[key];
    if (declaration.kind === 'boolean' && declaration.needs)
      expect([key, isOptionKey(declaration.needs.option)]).toEqual([key, true]);
    if (declaration.kind === 'json' && declaration.template)
      expect(() => validated(key, JSON.stringify(declaration.template))).not.toThrow();
  }
});

test('secrets can be changed by super administrators only', () => {
  const open = optionKeys.filter(
    (key) => optionDeclarations[key].kind === 'secret' && !optionDeclarations[key].root,
  );
  expect(open).toEqual([]);
});
