import { OVERVIEW_ROWS } from '#contract/resources/overview';
import { Anchor, Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import classes from './overview.module.css';

export interface RankingRow {
  key: string | number;
  name: string;
  /** Page with what is behind the row; absent: there is none. */
  to?: string;
  /** Accessible name of the link; the name by default. */
  linkLabel?: string;
  cells: readonly ReactNode[];
}

interface RankingProps {
  title: string;
  /** Headings of the cells. */
  columns: readonly string[];
  rows: readonly RankingRow[];
  /** Shown without rows. */
  empty: string;
}

/** At most five rows; the title of the panel is the heading of their names. */
export function Ranking({ title, columns, rows, empty }: RankingProps) {
  const id = useId();
  return (
    <Paper withBorder className={classes.panel} component="section" aria-labelledby={id}>
      <table className={classes.ranking}>
        <thead>
          <tr>
            <th scope="col">
              <h2 id={id} className={classes.panelTitle}>
                {title}
              </h2>
            </th>
            {rows.length > 0 &&
              columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, OVERVIEW_ROWS).map(({ key, name, to, linkLabel, cells }) => (
            <tr key={key}>
              <th scope="row" title={name}>
                {to ? (
                  <Anchor component={Link} to={to} size="sm" {...(linkLabel && { 'aria-label': linkLabel })}>
                    {name}
                  </Anchor>
                ) : (
                  name
                )}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
    </Paper>
  );
}
