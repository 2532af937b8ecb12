import { useState } from 'react';
import { readText, writeText } from '../lib/browser/storage';

const KEY = 'default_collapse_sidebar';

/** Collapsed state of the sidebar: the user's choice, else the operator's default. */
export function useSidebar(preset: boolean) {
  const [own, setOwn] = useState(() => readText(KEY));
  const collapsed = own === undefined ? preset : own === 'true';
  return {
    collapsed,
    toggle() {
      writeText(KEY, String(!collapsed));
      setOwn(String(!collapsed));
    },
  };
}
