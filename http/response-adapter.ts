import type { Context, ElysiaAdapter } from "elysia";
import { BunAdapter } from "elysia/adapter/bun";
import { ElysiaCustomStatusResponse } from "elysia/error";
import { SET_ON_EVERY_RESPONSE } from "./request-checks.ts";

type Settings = Context["set"];

const { handler } = BunAdapter;

/** Whether the response settings are plain: Elysia serializes cookies itself, and a status may be given by name. */
const isPlainSet = (set: Settings): boolean =>
	set.cookie === undefined && set.headers["set-cookie"] === undefined && typeof set.status !== "string";

const isPlainObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && value.constructor === Object;

/**
 * Creates the function that responds with JSON. Reading the headers from an object would take longer than all else it
 * does, and copying a `Headers` takes a quarter of that: so there is one, with what all responses have in common. The
 * headers of a single response are in it only while that response is made.
 */
function createJsonResponder(constants: Readonly<Record<string, string>>) {
	const usual = new Headers({ "content-type": "application/json;charset=utf-8", ...constants });
	const headers = new Headers(usual);

	function restore(name: string): void {
		const value = usual.get(name);
		if (value === null) headers.delete(name);
		else headers.set(name, value);
	}

	return (body: object, set: Settings): Response => {
		const text = JSON.stringify(body);
		try {
			for (const name in set.headers) headers.set(name, String(set.headers[name]));
			return new Response(text, { status: set.status as number, headers });
		} finally {
			for (const name in set.headers) if (!SET_ON_EVERY_RESPONSE.has(name)) restore(name);
		}
	};
}

/**
 * Creates Elysia's adapter for Bun with these headers on all responses, and a shortcut for the response of nearly every
 * operation, a plain object. Anything else is handled as usual.
 * @param constants headers of all responses, unless they set their own
 */
export function createResponseAdapter(constants: Readonly<Record<string, string>>): ElysiaAdapter {
	const respondWithJson = createJsonResponder(constants);
	const entries = Object.entries(constants);

	function addConstants(set: Settings): void {
		for (const [name, value] of entries) set.headers[name] ??= value;
	}

	return {
		...BunAdapter,
		handler: {
			...handler,
			mapResponse(response, set, ...rest) {
				let content: unknown = response;
				if (content instanceof ElysiaCustomStatusResponse) {
					set.status = content.code;
					content = content.response;
				}
				if (isPlainObject(content) && isPlainSet(set)) return respondWithJson(content, set);
				addConstants(set);
				return handler.mapResponse(content, set, ...rest);
			},
			mapEarlyResponse(response, set, ...rest) {
				if (response !== undefined && response !== null) addConstants(set);
				return handler.mapEarlyResponse(response, set, ...rest);
			},
			// Elysia's choice where a handler sets no headers.
			mapCompactResponse: (response, ...rest) => {
				const set = { headers: { ...constants } };
				return handler.mapResponse(response, set, ...rest);
			},
		},
	};
}
