/** What a proxy does with the next requests: pass them on, keep them waiting, or answer something else itself. */
export type TranslationProxyMode = "pass" | "hold" | "fail" | "html" | "short";

/** A server between Parley and a real Apertium, which counts what it is sent and can be told to misbehave. */
export interface TranslationProxy {
	/** Base URL, as for `TRANSLATE_URL`. */
	readonly url: string;
	mode: TranslationProxyMode;
	/** The texts of each request to translate, in their order. */
	readonly sent: string[][];
	/** Resolves when the next request to translate arrives. */
	nextRequest(): Promise<void>;
	/** Passes on what is kept waiting. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a proxy in front of an apertium-apy. */
export function openTranslationProxy(apertiumUrl: string): TranslationProxy {
	const sent: string[][] = [];
	let waiting: (() => void)[] = [];
	let held: (() => void)[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		async fetch(request) {
			const { pathname } = new URL(request.url);
			if (pathname === "/listPairs") return proxy.mode === "fail" ? failure() : fetch(apertiumUrl + pathname);
			const body = await request.text();
			const texts = (new URLSearchParams(body).get("q") ?? "").split("\n\n");
			sent.push(texts);
			for (const resolve of waiting.splice(0)) resolve();
			if (proxy.mode === "hold") await new Promise<void>((resolve) => held.push(resolve));
			if (proxy.mode === "fail") return failure();
			if (proxy.mode === "html")
				return new Response("<html>Login</html>", { headers: { "content-type": "text/html" } });
			if (proxy.mode === "short" && texts.length > 1)
				return Response.json({ responseData: { translatedText: "una sola" }, responseStatus: 200 });
			return fetch(apertiumUrl + pathname, {
				method: "POST",
				headers: { "content-type": "application/x-www-form-urlencoded" },
				body,
			});
		},
	});
	const proxy: TranslationProxy = {
		url: `http://127.0.0.1:${server.port}`,
		mode: "pass",
		sent,
		nextRequest: () =>
			new Promise<void>((resolve) => {
				waiting.push(resolve);
			}),
		release() {
			for (const resolve of held.splice(0)) resolve();
		},
		async close() {
			this.release();
			held = [];
			waiting = [];
			await server.stop(true);
		},
	};
	return proxy;
}

const failure = () => new Response("out of memory", { status: 500 });
