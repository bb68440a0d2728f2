import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { type ListQuery, onlyPage, type Page } from "#kernel/list";
import { ListEnvelope, okPage } from "./envelope.ts";
import { fieldsParameter } from "./fields.ts";
import type { Answer } from "./operation.ts";
import { closed } from "./schemas.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/** Query of a list: its own filters, then what every list takes. `pageRequest` checks the rules of these texts. */
export const listQuery = <F extends TProperties>(filters: F) =>
	closed({
		...filters,
		limit: Type.Optional(
			Type.String({ description: "Items per page, 1…200; larger means 200. Default 50.", examples: ["50"] }),
		),
		cursor: Type.Optional(
			Type.String({ description: "`page.nextCursor` of the previous page, with the same filters and sort." }),
		),
		...fieldsParameter,
	});

/** Errors of every list, for its documentation. */
export const LIST_ERRORS = ["invalid_cursor", "invalid_fields"] as const;

/** Documents the page that a list answers. @param item schema of an item, as `fields` may have left it */
export const pageAnswer = <S extends TSchema>(description: string, item: S, message: string, example: Static<S>) =>
	({
		description,
		schema: ListEnvelope(item),
		example: okPage(message, onlyPage([example])),
		headers: { Link: 'The next page, `rel="next"`; absent on the last.' },
	}) satisfies Answer;

/**
 * Answers a page, with a `Link` to the next one.
 * @param url of the list, without a query, made from `PUBLIC_URL`
 * @param query of the request
 */
export function answerPage<T>(set: ResponseSettings, url: string, query: ListQuery, message: string, page: Page<T>) {
	const { nextCursor } = page.page;
	if (nextCursor !== null) set.headers.link = `<${url}?${nextQuery(query, nextCursor)}>; rel="next"`;
	return okPage(message, page);
}

/** The same query from another position on. */
function nextQuery(query: object, cursor: string): URLSearchParams {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
	parameters.set("cursor", cursor);
	return parameters;
}
