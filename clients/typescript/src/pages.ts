import { unwrap } from "./errors.ts";

/** Where a page begins: part of the query of a list. */
export interface PageQuery {
	readonly cursor?: string;
}

/** A page of a list, as the API returns it. */
interface Page<Item> {
	readonly data: readonly Item[];
	readonly page: { readonly nextCursor: string | null };
}

/** An operation that lists. */
type ListCall<Item> = (
	query: PageQuery,
) => Promise<{ readonly data?: Page<Item>; readonly error?: unknown; readonly response: Response }>;

/**
 * Returns the pages of a list, each when it is asked for.
 *
 * @example
 * const list = pages((page) => api.GET("/orgs/{orgId}/members", { params: { path: { orgId }, query: { limit: 200, ...page } } }));
 * for await (const members of list) show(members);
 * @throws ProblemError if the service refuses a page
 */
export async function* pages<Item>(call: ListCall<Item>): AsyncGenerator<readonly Item[], void, undefined> {
	let cursor: string | null = null;
	do {
		const { data, page }: Page<Item> = await unwrap(call(cursor === null ? {} : { cursor }));
		yield data;
		cursor = page.nextCursor;
	} while (cursor !== null);
}

/**
 * Returns the items of a list, page by page.
 *
 * @example
 * for await (const { name } of items((page) => api.GET("/orgs", { params: { query: page } }))) console.log(name);
 * @throws ProblemError if the service refuses a page
 */
export async function* items<Item>(call: ListCall<Item>): AsyncGenerator<Item, void, undefined> {
	for await (const page of pages(call)) yield* page;
}
