import classes from './status-badge.module.css';

/** A state in words on a tinted ground; the colour only repeats the word. */
export function StatusBadge({ color, children }: { color: string; children: string }) {
  const tint = `var(--mantine-color-${color}-light`;
  return (
    <span className={classes.badge} style={{ background: `${tint})`, color: `${tint}-color)` }}>
      {children}
    </span>
  );
}
