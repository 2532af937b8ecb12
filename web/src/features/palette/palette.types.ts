import type { FoundChannel, FoundCode, FoundModel, FoundToken, FoundUser } from '#contract/resources/search';
import type { Icon } from '@tabler/icons-react';

/** A record that actions can be performed on. */
export type PaletteObject =
  | ({ kind: 'channel' } & FoundChannel)
  | ({ kind: 'user' } & FoundUser)
  | ({ kind: 'token' } & FoundToken)
  | ({ kind: 'model' } & FoundModel)
  | ({ kind: 'code' } & FoundCode)
  /** A request that went through the gateway. */
  | { kind: 'request'; id: string };
export type ObjectKind = PaletteObject['kind'];

/** A record of one kind. */
export type ObjectOf<K extends ObjectKind> = Extract<PaletteObject, { kind: K }>;

/** A write, with what undoes it. */
export interface Change {
  /** What the lists behind the palette read again. */
  kind: ObjectKind;
  send: () => Promise<unknown>;
  /** The message while it takes long. */
  started?: string;
  /** The message once it is made; with the result of `send`. */
  done: string | ((result: unknown) => string);
  undo?: () => Promise<unknown>;
}

/** A number or text that an action needs. */
export interface StepField {
  name: string;
  /** `money` is in US dollars, or in quota units where the console shows no currency. */
  kind: 'money' | 'integer' | 'text';
  label: string;
  initial?: number;
  maxLength?: number;
  /** Below the field, for the value in quota units or the number that is in it. */
  describe?: (value: number | string) => string;
  problem?: (value: number | string) => string | undefined;
}

/** What the palette shows next, in place of its list. */
export type PaletteStep =
  | { kind: 'actions'; object: PaletteObject }
  | { kind: 'pick'; verb: Verb }
  | { kind: 'confirm'; title: string; text: string; confirm: string; danger: boolean; change: Change }
  | {
      kind: 'form';
      title: string;
      text?: string;
      confirm: string;
      fields: StepField[];
      /** Amounts are in quota units. */
      change: (values: Readonly<Record<string, number | string>>) => Change;
    }
  | { kind: 'refund'; requestId: string }
  | { kind: 'samples'; tokenId: number };

/** What choosing an entry does: goes somewhere, changes something at once, or leads to another step. */
export type Act = { go: () => void } | { change: Change } | { step: PaletteStep };

/** An entry of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** The second line. */
  description?: string;
  /** Additional search terms, in both languages. */
  keywords?: string;
  icon?: Icon;
  /** Color of a dot that repeats the state in the description. */
  dot?: string;
  /** The keyboard shortcut of the same command. */
  shortcut?: string;
  act: Act;
  /** Its actions are opened by Tab. */
  object?: PaletteObject;
  /** Kept as recently opened. */
  recent?: RecentObject;
}

/** Entries under one heading. */
export interface PaletteGroup {
  label: string;
  entries: PaletteEntry[];
}

/** An action on one record. */
export interface ObjectAction {
  /** Unique among the actions on a kind of record. */
  id: string;
  label: string;
  icon: Icon;
  act: Act;
}

/** An action whose record is still to be chosen. */
export interface Verb {
  kind: ObjectKind;
  /** `id` of the action on the chosen record. */
  action: string;
  label: string;
  icon: Icon;
}

/** A record that was opened, as the browser keeps it. */
export interface RecentObject {
  kind: Exclude<ObjectKind, 'request'>;
  /** Name of the model for models. */
  id: number | string;
  name: string;
  path: string;
}
