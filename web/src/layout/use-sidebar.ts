import { useState } from 'react';
import { readText, writeText } from '../lib/storage';

const KEY = 'default_collapse_sidebar';

/** Is the sidebar collapsed? The person's own choice, else the operator's default. */
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
