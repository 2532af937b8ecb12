/** `base_url` → `baseUrl`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * What maps these members of a request to the columns of an entity must have one for each: `{…} satisfies ColumnsFor<…>` does not
 * compile when a member is forgotten.
 */
export type ColumnsFor<Member extends PropertyKey> = Readonly<Record<CamelCase<Member & string>, unknown>>;

/** Without the columns whose members are absent, which stay unchanged. */
export function definedColumns<Columns extends object>(columns: Columns): Defined<Columns> {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Columns>;
}

type Defined<Columns> = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> };
