import { cors } from "@elysiajs/cors";
import { type AnyElysia, Elysia } from "elysia";

/** Names of headers that pages of other sites may send, and read. */
export interface SharedHeaders {
	readonly request: readonly string[];
	readonly response: readonly string[];
}

const HEADERS: SharedHeaders = {
	request: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Range", "X-Request-ID"],
	response: [
		"Accept-Ranges",
		"Content-Disposition",
		"Content-Range",
		"ETag",
		"Link",
		"Location",
		"RateLimit",
		"RateLimit-Policy",
		"Retry-After",
		"X-Request-ID",
		"Idempotency-Replayed",
	],
};

/**
 * Lets pages of other sites call the API, which may send tokens but never cookies, and only from listed origins.
 * @param others headers besides those of every operation
 */
export function crossOrigin(listed: readonly string[], others: SharedHeaders): AnyElysia {
	if (listed.length === 0) return new Elysia();
	const origins = new Set(listed);
	return cors({
		// Compared here: given the list, the plugin would also accept `constructor` as an origin.
		origin: (request) => origins.has(request.headers.get("origin") ?? ""),
		credentials: false,
		allowedHeaders: [...HEADERS.request, ...others.request],
		exposeHeaders: [...HEADERS.response, ...others.response],
		methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
		maxAge: 600,
	});
}
