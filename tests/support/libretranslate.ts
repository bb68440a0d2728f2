/** What the stand-in was asked to translate. */
export interface LibreRequest {
	readonly q: readonly string[];
	readonly source: string;
	readonly target: string;
	readonly format: string;
	readonly api_key?: string;
}

/** A stand-in for a LibreTranslate server. */
export interface LibreServer {
	/** Base URL, as for `TRANSLATE_URL`. */
	readonly url: string;
	readonly asked: readonly LibreRequest[];
	/** Answers from now on; undefined: each text in capitals. */
	reply: ((request: LibreRequest) => Response | Promise<Response>) | undefined;
	close(): Promise<void>;
}

/**
 * Starts a stand-in that speaks LibreTranslate's protocol on loopback, as its documentation describes it. There is no
 * translator in it: it answers in capitals, and nothing here proves that a real server does the same.
 */
export function openLibreServer(): LibreServer {
	const asked: LibreRequest[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		async fetch(request) {
			if (new URL(request.url).pathname === "/languages")
				return Response.json([
					{ code: "en", name: "English", targets: ["en", "es", "pt-BR", "zh-Hant", "ar"] },
					{ code: "es", name: "Spanish", targets: ["en", "es"] },
				]);
			const sent = (await request.json()) as LibreRequest;
			asked.push(sent);
			if (libre.reply) return libre.reply(sent);
			return Response.json({ translatedText: sent.q.map((text) => text.toUpperCase()) });
		},
	});
	const libre: LibreServer = {
		url: `http://127.0.0.1:${server.port}`,
		asked,
		reply: undefined,
		close: () => server.stop(true),
	};
	return libre;
}
