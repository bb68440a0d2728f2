import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { type Page, singlePage } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { ListEnvelope, okPage } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
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

/** Documents the page that a list answers. @param item schema of an item, as `fields` may have left it */
export const pageAnswer = <S extends TSchema>(description: string, item: S, message: string, example: Static<S>) =>
	({
		description,
		schema: ListEnvelope(item),
		example: okPage(message, singlePage([example])),
		headers: { Link: 'The next page, `rel="next"`; absent on the last.' },
	}) satisfies Answer;

/** Answers a page, with a `Link` to the next one (RFC 8288). */
export function answerPage<T>(context: RequestContext, set: ResponseSettings, message: string, page: Page<T>) {
	const { nextCursor } = page.page;
	if (nextCursor !== null) {
		const { url } = context as Exchange;
		url.searchParams.set("cursor", nextCursor);
		set.headers.link = `<${url}>; rel="next"`;
	}
	return okPage(message, page);
}
