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

/** An answer of the engine, to be given again. */
interface Answer {
	readonly status: number;
	readonly contentType: string;
	readonly body: ArrayBuffer;
}

/**
 * Starts a proxy in front of an engine that speaks OpenAI's protocol. The engine hears the same audio once: to hear is most of
 * what these tests take.
 */
export function openEngineProxy(engineUrl: string): EngineProxy {
	const heard: string[] = [];
	const answers = new Map<string, Answer>();
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
			const asked = await hashesOf(request.headers, content);
			heard.push(asked.audio);
			const path = new URL(request.url).pathname.replace(/^\/v1/, "");
			const { method, headers } = request;
			const known = answers.get(asked.all) ?? (await answerOf(engineUrl + path, { method, headers, body: content }));
			// What failed may succeed the next time.
			if (known.status === 200) answers.set(asked.all, known);
			const { status, contentType, body } = known;
			return new Response(body, { status, headers: { "content-type": contentType } });
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

async function answerOf(url: string, init: RequestInit): Promise<Answer> {
	const answer = await fetch(url, init);
	const contentType = answer.headers.get("content-type") ?? "";
	return { status: answer.status, contentType, body: await answer.arrayBuffer() };
}

/** Returns the hash of the file in a multipart body, and that of the file and all fields. */
async function hashesOf(
	headers: Headers,
	content: ArrayBuffer,
): Promise<{ readonly audio: string; readonly all: string }> {
	const type = headers.get("content-type") ?? "";
	const form = await new Response(content, { headers: { "content-type": type } }).formData();
	const file = form.get("file");
	if (!(file instanceof Blob)) throw new Error("the request has no file");
	const audio = Bun.SHA256.hash(await file.arrayBuffer(), "hex");
	const fields = [...form].filter(([, value]) => typeof value === "string");
	return { audio, all: JSON.stringify([audio, ...fields]) };
}
