import classes from './status-badge.module.css';

/** A status text on a tinted background; the color only repeats the text. */
export function StatusBadge({ color, children }: { color: string; children: string }) {
  const tint = `var(--mantine-color-${color}-light`;
  return (
    <span className={classes.badge} style={{ background: `${tint})`, color: `${tint}-color)` }}>
      {children}
    </span>
  );
}
