import type { Send } from "./retries.ts";
import { newUuid } from "./uuid.ts";

/** Sends every POST with an `Idempotency-Key`, which makes it safe to repeat, and every request with the reader's language. */
export const withHeaders =
	(send: Send, language?: string | (() => string)): Send =>
	(request) => {
		const { headers, method } = request;
		if (method === "POST" && !headers.has("idempotency-key")) headers.set("idempotency-key", newUuid());
		if (language !== undefined && !headers.has("accept-language"))
			headers.set("accept-language", typeof language === "function" ? language() : language);
		return send(request);
	};
