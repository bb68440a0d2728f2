import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { DEFAULT_LIMIT, MAX_LIMIT, type Page, singlePage } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { ListEnvelope, okPage } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
import { fieldsParameter } from "./fields.ts";
import type { ResponseDescription } from "./operation.ts";
import { closed, documentedAs } from "./schemas.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/**
 * Returns the query schema of a list: its own filters and the parameters of every list. `pageRequest` validates their
 * values.
 */
export const listQuery = <F extends TProperties>(filters: F) =>
	closed({
		...filters,
		limit: Type.Optional(
			documentedAs(Type.String(), {
				type: "integer",
				minimum: 1,
				description: `Items per page, 1…${MAX_LIMIT}; larger means ${MAX_LIMIT}. Default ${DEFAULT_LIMIT}.`,
				examples: [DEFAULT_LIMIT],
			}),
		),
		cursor: Type.Optional(
			Type.String({ description: "`page.nextCursor` of the previous page. Keep the same filters and sort order." }),
		),
		...fieldsParameter,
	});

/** Describes the response of a list. @param item schema of an item, possibly reduced by `fields` */
export const pageResponse = <S extends TSchema>(description: string, item: S, message: string, example: Static<S>) =>
	({
		description,
		schema: ListEnvelope(item),
		example: okPage(message, singlePage([example])),
		headers: { Link: 'The next page, `rel="next"`; absent on the last.' },
	}) satisfies ResponseDescription;

/** Responds with a page and a `Link` to the next one (RFC 8288). */
export function respondWithPage<T>(context: RequestContext, set: ResponseSettings, message: string, page: Page<T>) {
	const { nextCursor } = page.page;
	if (nextCursor !== null) {
		const { url } = context as Exchange;
		url.searchParams.set("cursor", nextCursor);
		set.headers.link = `<${url}>; rel="next"`;
	}
	return okPage(message, page);
}
