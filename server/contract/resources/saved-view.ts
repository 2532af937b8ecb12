import { z } from 'zod';

/** Pages of the console whose views are kept here. */
export const VIEW_PAGES = ['costs'] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** Views of one account for one page. */
export const MAX_SAVED_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
/** Characters of the query of an address. */
export const MAX_VIEW_QUERY = 4000;

const page = z.enum(VIEW_PAGES);
const name = z.string().min(1).max(MAX_VIEW_NAME);

const savedView = z
  .strictObject({
    name,
    query: z.string().max(MAX_VIEW_QUERY).describe("The filters as in the console's address."),
    default: z
      .boolean()
      .describe('Applied when the page is opened without filters; at most one of a page is.'),
  })
  .meta({ id: 'SavedView' });
export type SavedViewResponse = z.infer<typeof savedView>;

export const savedViewsResponse = z.array(savedView).describe('Oldest first.');

export const savedViewsQuery = z.strictObject({ page });
export type SavedViewsQuery = z.infer<typeof savedViewsQuery>;

export const saveViewsRequest = z.strictObject({
  page,
  views: z
    .array(savedView)
    .min(1)
    .max(MAX_SAVED_VIEWS)
    .describe('Added, or put in the place of those of the same names.'),
});
export type SaveViewsRequest = z.infer<typeof saveViewsRequest>;

export const savedViewName = z.strictObject({ page, name });
export type SavedViewName = z.infer<typeof savedViewName>;
