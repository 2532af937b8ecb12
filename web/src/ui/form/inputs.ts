import * as mantine from '@mantine/core';
import { steady } from '../../lib/interaction/steady';

/**
 * Mantine's inputs, rendered again only when their own properties have changed. A form renders all its inputs with every
 * key press, and each of them takes milliseconds; a text area also measures its height.
 */
export const Autocomplete = /* @__PURE__ */ steady(mantine.Autocomplete);
export const Checkbox = /* @__PURE__ */ steady(mantine.Checkbox);
export const MultiSelect = /* @__PURE__ */ steady(mantine.MultiSelect);
export const NumberInput = /* @__PURE__ */ steady(mantine.NumberInput);
export const PasswordInput = /* @__PURE__ */ steady(mantine.PasswordInput);
export const Select = /* @__PURE__ */ steady(mantine.Select);
export const Switch = /* @__PURE__ */ steady(mantine.Switch);
export const TagsInput = /* @__PURE__ */ steady(mantine.TagsInput);
export const Textarea = /* @__PURE__ */ steady(mantine.Textarea);
export const TextInput = /* @__PURE__ */ steady(mantine.TextInput);
