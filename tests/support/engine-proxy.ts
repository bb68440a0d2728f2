/** What a proxy does with the next requests: pass them on, keep them waiting, or answer something else itself. */
export type ProxyMode = "pass" | "hold" | "html" | "fail";

/** A server between Parley and a real engine, which can be told to misbehave. */
export interface EngineProxy {
	/** Base URL, as for `STT_URL`. */
	readonly url: string;
	mode: ProxyMode;
	/** Hashes of the audio that was passed on. */
	readonly heard: readonly string[];
	/** Number of requests that are passed on; what comes later fails. */
	failAfter: number;
	/** Number of requests that arrived. */
	readonly arrived: number;
	/** Resolves when the next request arrives. */
	nextRequest(): Promise<void>;
	/** Passes on what is kept waiting. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a proxy in front of an engine that speaks OpenAI's protocol. */
export function openEngineProxy(engineUrl: string): EngineProxy {
	const heard: string[] = [];
	let arrived = 0;
	let waiting: (() => void)[] = [];
	const held: (() => void)[] = [];
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		async fetch(request) {
			arrived++;
			for (const resolve of waiting.splice(0)) resolve();
			if (proxy.mode === "html")
				return new Response("<html>Login</html>", { headers: { "content-type": "text/html" } });
			if (proxy.mode === "fail") return new Response("out of memory", { status: 500 });
			if (proxy.mode === "hold") await new Promise<void>((resolve) => held.push(resolve));
			if (heard.length >= proxy.failAfter) return new Response("out of memory", { status: 500 });
			const content = await request.arrayBuffer();
			heard.push(await hashOfAudio(request.headers, content));
			const { pathname } = new URL(request.url);
			return fetch(engineUrl + pathname.replace(/^\/v1/, ""), {
				method: request.method,
				headers: request.headers,
				body: content,
			});
		},
	});
	const proxy = {
		url: `http://127.0.0.1:${server.port}/v1`,
		mode: "pass" as ProxyMode,
		heard,
		failAfter: Number.POSITIVE_INFINITY,
		get arrived() {
			return arrived;
		},
		nextRequest: () =>
			new Promise<void>((resolve) => {
				waiting.push(resolve);
			}),
		release() {
			for (const resolve of held.splice(0)) resolve();
		},
		async close() {
			this.release();
			waiting = [];
			await server.stop(true);
		},
	};
	return proxy;
}

/** Returns the hash of the file in a multipart body. */
async function hashOfAudio(headers: Headers, content: ArrayBuffer): Promise<string> {
	const form = await new Response(content, {
		headers: { "content-type": headers.get("content-type") ?? "" },
	}).formData();
	const file = form.get("file");
	if (!(file instanceof Blob)) throw new Error("the request has no file");
	return Bun.SHA256.hash(await file.arrayBuffer(), "hex");
}
