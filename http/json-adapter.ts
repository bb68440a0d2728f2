import type { Context, ElysiaAdapter } from "elysia";
import { BunAdapter } from "elysia/adapter/bun";

const { handler } = BunAdapter;

/** Whether the response settings are plain: Elysia serializes cookies itself, and a status may be given by name. */
const isPlainSet = (set: Context["set"]): boolean =>
	set.cookie === undefined && set.headers["set-cookie"] === undefined && typeof set.status !== "string";

const isPlainObject = (value: unknown): value is object =>
	typeof value === "object" && value !== null && value.constructor === Object;

/**
 * Elysia's adapter for Bun with a shortcut for the response of nearly every operation, a plain object: `Response.json`
 * takes 1.5 times as long as passing text and headers to `new Response`. Anything else is handled as usual.
 */
export const jsonAdapter: ElysiaAdapter = {
	...BunAdapter,
	handler: {
		...handler,
		mapResponse(response, set, ...rest) {
			if (!isPlainObject(response) || !isPlainSet(set)) return handler.mapResponse(response, set, ...rest);
			set.headers["content-type"] ??= "application/json;charset=utf-8";
			return new Response(JSON.stringify(response), set as ResponseInit);
		},
	},
};
