import { ScrollArea, Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatExact } from '../../lib/format/format';

/** Names of models break anywhere, short words do not. */
const MIN_NAME = '6em';

interface ReportTableProps {
  title: string;
  head: readonly string[];
  /** The first cell of a row is its name; numbers are shown with separators. */
  rows: readonly (readonly [name: string, ...cells: ReactNode[]])[];
}

/** A small table of a report; it scrolls by itself where it is wider than the page. */
export function ReportTable({ title, head, rows }: ReportTableProps) {
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
        <Table aria-label={title} fz="sm" miw={320}>
          <Table.Thead>
            <Table.Tr>
              {head.map((name, index) => (
                <Table.Th key={name} ta={index === 0 ? 'left' : 'right'} style={{ whiteSpace: 'nowrap' }}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...cells]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} miw={MIN_NAME} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Table.Th>
                {cells.map((cell, index) => (
                  <Table.Td key={head[index + 1]} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                    {typeof cell === 'number' ? formatExact(cell) : cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </div>
  );
}
